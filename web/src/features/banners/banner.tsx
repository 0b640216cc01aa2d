import { BannerArt } from '@tongchuang/ui/banner-art.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './banner.module.css'

import { bannersQuery } from './queries.ts'

/** Whether an image is given by its address; anything else is the name of a built-in drawing. */
const isPicture = (image: string): boolean => /^(https?:)?\//.test(image)

/** Current events of the school, one at a time; never advances by itself. */
export const Banner = () => {
  const { square } = useTexts()
  const query = useQuery(bannersQuery)
  const { data } = query
  const [chosen, setChosen] = useState(0)
  const from = useRef<number | null>(null)
  if (query.error && !data) return <ReadFailure of={query} what={square.bannersFailed} />
  if (!data) return <Skeleton height={220} radius={24} />
  const shown = data[Math.min(chosen, data.length - 1)]
  if (!shown) return null
  const total = data.length
  const index = data.indexOf(shown)
  const step = (by: number) => setChosen((index + by + total) % total)

  return (
    <section
      className={styles.banner}
      aria-roledescription="carousel"
      aria-label={square.banners}
      onPointerDown={(event) => {
        from.current = event.clientX
      }}
      onPointerUp={(event) => {
        const moved = event.clientX - (from.current ?? event.clientX)
        from.current = null
        if (total > 1 && Math.abs(moved) > 48) step(moved < 0 ? 1 : -1)
      }}
    >
      {isPicture(shown.image) ? (
        <img className={styles.picture} src={shown.image} alt={shown.alt} fetchPriority="high" />
      ) : (
        <BannerArt name={shown.image} className={styles.art} />
      )}
      <div className={styles.words} aria-live="polite">
        <h2>{shown.title}</h2>
        {shown.subtitle && <p>{shown.subtitle}</p>}
        {shown.link &&
          shown.link_text &&
          (shown.link.startsWith('/') ? (
            <Link className={styles.call} to={shown.link}>
              {shown.link_text}
            </Link>
          ) : (
            <a className={styles.call} href={shown.link} rel="noreferrer" target="_blank">
              {shown.link_text}
            </a>
          ))}
      </div>
      {total > 1 && (
        <div className={styles.steps}>
          <button type="button" aria-label={square.previous} onClick={() => step(-1)}>
            <ChevronLeft size={20} aria-hidden />
          </button>
          {data.map((banner, position) => (
            <button
              key={banner.id}
              type="button"
              className={styles.dot}
              aria-label={square.bannerOf(position + 1, total)}
              aria-current={position === index ? 'true' : undefined}
              onClick={() => setChosen(position)}
            />
          ))}
          <button type="button" aria-label={square.next} onClick={() => step(1)}>
            <ChevronRight size={20} aria-hidden />
          </button>
        </div>
      )}
    </section>
  )
}
