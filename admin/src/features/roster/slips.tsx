import { isNotFound } from '@tongchuang/contract/sender.ts'
import { isLocalAddress } from '@tongchuang/contract/web-address.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { saveCsv } from '@tongchuang/ui/csv-file.ts'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import { slipsQuery } from './queries.ts'
import styles from './slips.module.css'

/** The initial passwords as slips to cut apart, three in a row on paper. */
export const Slips = ({ id }: { id: number }) => {
  const { roster } = useTexts()
  const slips = useQuery(slipsQuery(id))
  if (isNotFound(slips.error)) return <EmptyState title={roster.noSlips}>{roster.noSlipsText}</EmptyState>
  if (slips.error && !slips.data) return <RegionError error={slips.error} onRetry={() => void slips.refetch()} />
  if (slips.isPending) return <SkeletonList count={4} height={120} />
  const { list, site_name, address } = slips.data
  if (list.length === 0) return <EmptyState title={roster.noSlips}>{roster.noSlipsText}</EmptyState>
  const head = [
    roster.parts.student_no,
    roster.parts.real_name,
    roster.parts.class_name,
    roster.username,
    roster.password,
  ]
  return (
    <>
      {isLocalAddress(address) && (
        <div className={styles.warning}>
          <Notice title={roster.localAddress}>{roster.localAddressText(address)}</Notice>
        </div>
      )}
      <div className={styles.bar}>
        <p>{roster.slipsText(list.length)}</p>
        <Button tone="primary" onClick={() => window.print()}>
          <Printer size={16} aria-hidden />
          {roster.print}
        </Button>
        <Button
          onClick={() =>
            saveCsv(roster.slipsName, [
              head,
              ...list.map(({ student_no, real_name, class_name, username, password }) => [
                student_no,
                real_name,
                class_name,
                username,
                password,
              ]),
            ])
          }
        >
          <Download size={16} aria-hidden />
          {roster.saveSlips}
        </Button>
      </div>
      <ul className={styles.slips}>
        {list.map(({ student_no, real_name, class_name, username, password }) => (
          <li key={student_no} className={styles.slip}>
            <p className={styles.who}>
              {real_name} <small>{class_name}</small>
            </p>
            <dl>
              <dt>{roster.address}</dt>
              <dd>{address}</dd>
              <dt>{roster.username}</dt>
              <dd className={styles.mono}>{username}</dd>
              <dt>{roster.password}</dt>
              <dd className={styles.mono}>{password}</dd>
            </dl>
            <p className={styles.note}>{roster.slipNote(site_name)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
