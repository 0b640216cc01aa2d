import { Component, useEffect } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './error-boundary.module.css'
import { keepInTab, wordsInTab } from './on-device.ts'
import { useOnline } from './online.ts'
import { isReachable } from './reachable.ts'
import { flushEditors } from './session-end.ts'
import { showToast } from './toast.ts'
import { uiTexts, useUiTexts } from './ui-texts.ts'

const reloadedKey = 'reloaded-for-new-version'

/** Whether a file of the build no longer exists, because the site was updated while the page was open. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading dynamically/i.test(
    error.message,
  )

/**
 * Reloads the page after the editors have saved their text. Without a network it stays: the browser would show a page
 * of its own instead.
 */
export const reload = async (): Promise<void> => {
  if (!(await isReachable())) return showToast(uiTexts().networkError)
  await flushEditors()
  location.reload()
}

/**
 * Reloads the page automatically once. A second failure within a minute is left to the person, or the page could reload
 * for ever; so is the first if nothing can be stored for the tab.
 */
export const reloadOnce = async (): Promise<void> => {
  if (!(await isReachable())) return
  const now = Date.now()
  if (now - Number(wordsInTab(reloadedKey)) < 60_000) return
  if (keepInTab(reloadedKey, String(now))) await reload()
}

/** Replaces a page or part that failed to render. */
export const Failure = ({ error }: { error: unknown }) => {
  const texts = useUiTexts()
  const outdated = isChunkFailure(error)
  const online = useOnline()
  useEffect(() => {
    if (outdated && online) void reloadOnce()
  }, [outdated, online])
  return (
    <div role="alert" className={styles.failure}>
      <b>{!outdated ? texts.broken : online ? texts.newVersion : texts.networkError}</b>
      {outdated && online && <p>{texts.newVersionHint}</p>}
      <Button tone="primary" onClick={() => void reload()}>
        {texts.reload}
      </Button>
    </div>
  )
}

/** Keeps a failure in one part of a page from taking down the rest. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error ? <Failure error={this.state.error} /> : this.props.children
  }
}
