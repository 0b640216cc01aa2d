import styles from './numbers-below.module.css'

/** A number of a row of a table, with the word of its column. */
export type RowNumber = { name: string; word: string; number: number | string }

/** The numbers of a row of a table on a phone: below the name of the row, each beside its word, instead of in cells. */
export const NumbersBelow = ({ numbers }: { numbers: readonly RowNumber[] }) => (
  <span className={styles.numbers}>
    {numbers.map(({ name, word, number }) => (
      <span key={name}>
        {word} <b className="num">{number}</b>
      </span>
    ))}
  </span>
)
