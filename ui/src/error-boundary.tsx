import { Component, useEffect } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './error-boundary.module.css'
import { flushEditors } from './session-end.ts'
import { useUiTexts } from './ui-texts.ts'
import { keepInTab, wordsInTab } from './on-device.ts'

const reloadedKey = 'reloaded-for-new-version'

/** A file of a build that is no longer there: the site was updated under an open page. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading dynamically/i.test(
    error.message,
  )

/** Loads the page anew, once what is being written is safe. */
export const reload = async () => {
  await flushEditors()
  location.reload()
}

/**
 * Reloads by itself once; a second failure within a minute is left to the person, or it would go on for ever. So is the first
 * where the tab cannot be told.
 */
export const reloadOnce = (): void => {
  const now = Date.now()
  if (now - Number(wordsInTab(reloadedKey)) < 60_000) return
  if (keepInTab(reloadedKey, String(now))) void reload()
}

/** What stands in the place of a page or part that broke. */
export const Failure = ({ error }: { error: unknown }) => {
  const texts = useUiTexts()
  const outdated = isChunkFailure(error)
  useEffect(() => {
    if (outdated) reloadOnce()
  }, [outdated])
  return (
    <div role="alert" className={styles.failure}>
      <b>{outdated ? texts.newVersion : texts.broken}</b>
      {outdated && <p>{texts.newVersionHint}</p>}
      <Button tone="primary" onClick={() => void reload()}>
        {texts.reload}
      </Button>
    </div>
  )
}

/** Keeps a fault in one part of a page from taking the rest with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error ? <Failure error={this.state.error} /> : this.props.children
  }
}
