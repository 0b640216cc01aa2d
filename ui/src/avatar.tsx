import styles from './avatar.module.css'
import { hueStyle } from './hues.ts'

/** The sign that stands for a name: the second Han character of a short name, else the first letter. */
export const signOf = (name: string): string => {
  const letters = [...name.trim()]
  const han = letters.filter((letter) => /\p{Script=Han}/u.test(letter))
  const sign =
    han.length >= 2 && han.length <= 4 && han.length === letters.length
      ? han.at(han.length === 4 ? 2 : 1)
      : letters.at(0)
  return (sign ?? '?').toUpperCase()
}

/** A person's picture, or the letter of the name in a hue of the id's. The name stands beside it. */
export const Avatar = ({
  id,
  name,
  src,
  size = 36,
}: {
  id: number
  name: string
  src?: string | undefined
  size?: number
}) => {
  const box = { width: size, height: size, fontSize: Math.round(size * 0.4) }
  if (src)
    return <img className={styles.avatar} src={src} alt="" width={size} height={size} loading="lazy" style={box} />
  return (
    <span className={styles.avatar} style={{ ...box, ...hueStyle(id) }} aria-hidden>
      {signOf(name)}
    </span>
  )
}
