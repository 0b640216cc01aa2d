import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import table from '@tongchuang/ui/table.module.css'
import { useTexts } from '../../locales/texts.ts'
import type { Statistics } from './queries.ts'
import styles from './statistics.module.css'

// The shade of a cell: no work, then up to 10, 20 and 30 percent of the works, then more; the number says the same.
const shades = [styles.shade0, styles.shade1, styles.shade2, styles.shade3, styles.shade4]

/** The number of works at each level of each criterion. */
export const Criteria = ({ criteria }: { criteria: Statistics['criteria'] }) => {
  const { statistics } = useTexts()
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h2>{statistics.criteria}</h2>
        <p className={styles.keys}>{statistics.criteriaNote}</p>
      </div>
      <ScrollArea label={statistics.criteria}>
        <table className={`${table.table} ${styles.table}`}>
          <caption className="vh">{statistics.criteria}</caption>
          <thead>
            <tr>
              <th scope="col">{statistics.criterion}</th>
              {[1, 2, 3, 4, 5].map((level) => (
                <th key={level} scope="col" className={styles.levelHead}>
                  {statistics.level(level)}
                </th>
              ))}
              <th scope="col" className={table.number}>
                {statistics.share}
              </th>
            </tr>
          </thead>
          <tbody>
            {criteria.map(({ label, weight, levels, average }) => {
              const all = levels.reduce((sum, many) => sum + many, 0)
              return (
                <tr key={`${label}${weight}`}>
                  <th scope="row">
                    {label} <small className={styles.weight}>{statistics.weight(weight)}</small>
                  </th>
                  {levels.map((many, at) => (
                    // oxlint-disable-next-line react/no-array-index-key -- the levels are five, and stay
                    <td key={at} className={styles.levelCell}>
                      <span className={`${styles.level} ${shades[Math.min(4, Math.ceil((many / all) * 10))]} num`}>
                        {many}
                      </span>
                    </td>
                  ))}
                  <td className={`${table.number} num`}>{`${average}%`}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}
