import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { reload, reloadOnce } from './error-boundary.tsx'
import { TransportFailed } from './fetch-transport.ts'
import { useOnline } from './online.ts'
import styles from './late-part.module.css'
// Not needed before a page stands, so no page waits for them: this part comes after each.
import './print.css'
import './seldom-needed.css'
import { isReachable } from './reachable.ts'
import { RegionError } from './region-error.tsx'
import { useUiTexts } from './ui-texts.ts'

/** Requests style sheets that failed to load again, because the loader of a part assumes that they are loaded. */
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

/** Whether the file was not even requested, because there was no network (tools/late-files.ts). */
const wasNotAsked = (error: unknown): boolean => String(error).endsWith(': no network')

/**
 * Whether the file no longer exists on the server because the version has changed. A file that exists, or that nothing
 * answers for, merely failed to load.
 */
const isGone = async (error: unknown): Promise<boolean> => {
  const [file] = /https?:\/\/\S+/.exec(String(error)) ?? []
  return (
    file === undefined ||
    !(await fetch(file, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => true,
    ))
  )
}

type Given<Props extends object> = { load: () => Promise<ComponentType<Props>>; isPage: boolean }

type Here<Props extends object> = Given<Props> & { props: Props; wasAsked: boolean }

/**
 * Shows the part once it is loaded; until then, what is missing and why. A part the browser has failed to load
 * (`wasAsked`) needs a reload of the page and is not requested again.
 */
const Late = <Props extends object>({ load, isPage, props, wasAsked }: Here<Props>) => {
  const texts = useUiTexts()
  const online = useOnline()
  const [come, setCome] = useState<{ Part: ComponentType<Props> } | { error: unknown } | null>(null)
  const [isStuck, setStuck] = useState(wasAsked)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!online || isStuck) return
    const attempt = async () => {
      if (!(await isReachable())) return
      try {
        const Part = await load()
        await renewStyles()
        setCome({ Part })
      } catch (error) {
        if (wasNotAsked(error)) return
        if (await isGone(error)) setCome({ error })
        else setStuck(true)
      }
    }
    void attempt()
  }, [online, isStuck, tries, load])
  useEffect(() => {
    if (isStuck && isPage && online) void reloadOnce()
  }, [isStuck, isPage, online])
  if (come && 'Part' in come) return <come.Part {...props} />
  if (come) throw come.error
  return (
    <>
      {isPage && <h1 className={styles.title}>{texts.pageMissing}</h1>}
      <RegionError
        what={isPage ? texts.pageMissingWhy : texts.partMissing}
        error={new TransportFailed(texts.networkError)}
        onRetry={() => (isStuck ? void reload() : setTries(tries + 1))}
      />
    </>
  )
}

/** Returns the component to draw in place of a part that could not be loaded. */
export const lateFor = async <Props extends object>({ load, isPage }: Given<Props>): Promise<ComponentType<Props>> => {
  const late = (wasAsked: boolean) => (props: Props) => (
    <Late load={load} isPage={isPage} props={props} wasAsked={wasAsked} />
  )
  if (!(await isReachable())) return late(false)
  // The network may be back since the first attempt.
  try {
    return await load()
  } catch (error) {
    if (wasNotAsked(error)) return late(false)
    if (!(await isGone(error))) return late(true)
    return () => {
      throw error
    }
  }
}
