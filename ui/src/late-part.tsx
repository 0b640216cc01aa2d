import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { TransportFailed } from './fetch-transport.ts'
import { isOnline, useOnline } from './online.ts'
import styles from './late-part.module.css'
import { RegionError } from './region-error.tsx'
import { basePath } from './site.ts'
import { useUiTexts } from './ui-texts.ts'

/** Whether the server can be reached: any answer will do. */
const isReachable = async (): Promise<boolean> =>
  isOnline() &&
  (await fetch(`${basePath()}/healthz`, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  ))

/** Styles that could not be had are asked for again: whoever loads a part believes that they are there. */
const renewStyles = (): Promise<unknown> =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      .filter(({ sheet }) => sheet === null)
      .map((link) => {
        const again = link.cloneNode() as HTMLLinkElement
        link.replaceWith(again)
        return new Promise((resolve) => {
          again.addEventListener('load', resolve, { once: true })
          again.addEventListener('error', resolve, { once: true })
        })
      }),
  )

type Given<Props extends object> = { load: () => Promise<ComponentType<Props>>; error: unknown; isPage: boolean }

/** The part in its place once it has come; until then what is missing, and why. */
const Late = <Props extends object>({ load, isPage, props }: Omit<Given<Props>, 'error'> & { props: Props }) => {
  const texts = useUiTexts()
  const online = useOnline()
  const [come, setCome] = useState<{ Part: ComponentType<Props> } | { error: unknown } | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!online) return
    const attempt = async () => {
      try {
        const Part = await load()
        await renewStyles()
        setCome({ Part })
      } catch (error) {
        // The server is there and the part is not: that is another version.
        if (await isReachable()) setCome({ error })
      }
    }
    void attempt()
  }, [online, tries, load])
  if (come && 'Part' in come) return <come.Part {...props} />
  if (come) throw come.error
  return (
    <>
      {isPage && <h1 className={styles.title}>{texts.pageMissing}</h1>}
      <RegionError
        what={isPage ? texts.pageMissingWhy : texts.partMissing}
        error={new TransportFailed(texts.networkError)}
        onRetry={() => setTries(tries + 1)}
      />
    </>
  )
}

/** What is drawn for a part that could not be loaded. */
export const lateFor = async <Props extends object>({
  load,
  error,
  isPage,
}: Given<Props>): Promise<ComponentType<Props>> => {
  if (await isReachable())
    return () => {
      throw error
    }
  return (props: Props) => <Late load={load} isPage={isPage} props={props} />
}
