import { hueOf } from '@tongchuang/contract/rules/hues.ts'
import { Drawing } from '@tongchuang/ui/drawing.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { lazyDecoration } from '@tongchuang/ui/lazy-part.tsx'
import { Play } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import type { Work } from './queries.ts'
import styles from './work-cover.module.css'

// Loaded late without moving the page: its space is reserved.
const SealMark = lazyDecoration(() => import('@tongchuang/ui/seal-mark.tsx').then((module) => module.SealMark))

/** Limits covers to moderate ratios; what is cut off is visible in the viewer. */
export const ratioOf = ({ cover_url, cover_ratio, form, excerpt }: Work): number => {
  if (cover_url) return Math.min(1.7, Math.max(0.72, cover_ratio ?? 4 / 3))
  if (form === 'video' || form === 'audio' || excerpt === '') return 1.5
  return excerpt.length > 60 ? 0.95 : 1.2
}

/**
 * What a work looks like in a list: its first picture, else its first lines on paper of the guild's hue, else a
 * drawing.
 */
export const WorkCover = ({ work, ratio, eager = false }: { work: Work; ratio?: number; eager?: boolean }) => {
  const { works: texts } = useTexts()
  const [broken, setBroken] = useState(false)
  const { id, cover_url, form, excerpt, title, hue, subject, featured } = work
  const picture = cover_url !== null && !broken
  const words = !picture && excerpt !== '' && form !== 'video' && form !== 'audio'
  return (
    <span
      className={`${styles.cover} ${words && form === 'code' ? styles.dark : ''}`}
      style={{ ...hueStyle(hueOf(hue)), aspectRatio: ratio ?? ratioOf(work) }}
    >
      {picture ? (
        <img
          src={cover_url}
          alt={texts.coverOf(title)}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(true)}
        />
      ) : words ? (
        <span className={`${styles.words} ${form === 'code' ? styles.code : ''}`} aria-hidden>
          {excerpt}
        </span>
      ) : (
        <Drawing
          size={(ratio ?? ratioOf(work)) < 1.3 ? 'tile' : 'picture'}
          subject={subject}
          hue={hueOf(hue)}
          id={id}
        />
      )}
      {form === 'video' && (
        <span className={styles.play} aria-hidden>
          <Play size={24} />
        </span>
      )}
      {form !== 'image' && <span className={styles.form}>{texts.forms[form]}</span>}
      {featured && (
        <span className={styles.seal}>
          <span className="vh">{texts.featuredWork}</span>
          <Suspense>
            <SealMark />
          </Suspense>
        </span>
      )}
    </span>
  )
}
