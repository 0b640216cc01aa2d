import { headMark } from '@tongchuang/contract/heads.ts'
import { Suspense } from 'react'
import styles from './avatar.module.css'
import { hueStyle } from './hues.ts'
import { lazyDecoration } from './lazy-part.tsx'

/**
 * The sign that stands for a name: of two or three Han characters the second, of four the third; of any other name the
 * first letter.
 */
export const signOf = (name: string): string => {
  const letters = [...name.trim()]
  const han = letters.filter((letter) => /\p{Script=Han}/u.test(letter))
  const sign =
    han.length >= 2 && han.length <= 4 && han.length === letters.length
      ? han.at(han.length === 4 ? 2 : 1)
      : letters.at(0)
  return (sign ?? '?').toUpperCase()
}

const HeadParts = lazyDecoration(async () => (await import('./head-parts.tsx')).HeadParts)

/** The same neutral head for everybody who does not show themselves. */
const Nobody = () => (
  <svg viewBox="0 0 88 88" width="100%" height="100%">
    <path d="M0 0h88v88H0z" fill="var(--sunk)" />
    <path d="M8 92c0-20 14-26 36-26s36 6 36 26z" fill="var(--line-strong)" />
    <circle cx="44" cy="42" r="22" fill="var(--line-strong)" />
  </svg>
)

/**
 * What is known of a person's appearance: the address of a picture, `head:` with a code, or neither; null for a person
 * who does not show themselves.
 */
type Look = string | null | undefined

/** A person's picture, else the head they composed, else one by their nickname. The name stands beside it. */
export const Avatar = ({ id, name, src, size = 36 }: { id: number; name: string; src?: Look; size?: number }) => {
  const box = { width: size, height: size, fontSize: Math.round(size * 0.4) }
  const head = src?.startsWith(headMark) ? src.slice(headMark.length) : null
  if (src && head === null)
    return <img className={styles.avatar} src={src} alt="" width={size} height={size} loading="lazy" style={box} />
  return (
    <span className={styles.avatar} style={{ ...box, ...hueStyle(id) }} aria-hidden>
      {src === null ? (
        <Nobody />
      ) : (
        <Suspense fallback={null}>
          <HeadParts head={head ?? ''} name={name} />
        </Suspense>
      )}
    </span>
  )
}
