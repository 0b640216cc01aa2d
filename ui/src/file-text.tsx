import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import styles from './file-text.module.css'
import { RegionError } from './region-error.tsx'
import { Skeleton } from './skeleton.tsx'
import { StoredHtml } from './stored-html.tsx'
import { TransportFailed } from './fetch-transport.ts'
import { useLanguage } from './language.ts'
import { stageTexts } from './texts/stage.ts'
import { uiTexts, useUiTexts } from './ui-texts.ts'

type Text = { html: string; lines: number; cut: boolean }
type Answer = { code: number; msg: string; data: Text }

/** Not a call of the contract: the link itself grants access, and the browser identifies its owner. */
const read = async (url: string, signal: AbortSignal): Promise<Text> => {
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new TransportFailed(uiTexts().networkError)
  })
  const answer = (await response.json().catch(() => null)) as Answer | null
  if (answer?.code !== 1) throw new TransportFailed(answer?.msg ?? uiTexts().status(response.status), response.status)
  return answer.data
}

/** A text or program with line numbers, or the text of an office file; `otherwise` if no text could be read from it. */
export const FileText = ({ url, otherwise }: { url: string; otherwise: ReactNode }) => {
  const texts = useUiTexts()
  const words = stageTexts[useLanguage()]
  const [text, setText] = useState<Text | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    read(url, leaving.signal)
      .then(setText)
      .catch((cause: unknown) => !leaving.signal.aborted && setError(cause))
    return () => leaving.abort()
  }, [url, tries])
  const again = () => {
    setError(null)
    setTries(tries + 1)
  }
  if (error !== null) return <RegionError error={error} onRetry={again} />
  if (!text) return <Skeleton height={240} />
  if (text.html === '') return otherwise
  if (text.lines === 0)
    return (
      <div className={styles.text}>
        <p>{text.cut ? words.officeCut : words.officeText}</p>
        <StoredHtml html={text.html} className={styles.office} />
      </div>
    )
  return (
    <div className={styles.text}>
      <p className="num">{texts.codeLines(text.lines)}</p>
      <div className={styles.page}>
        <pre className={`${styles.numbers} num`} aria-hidden>
          {Array.from({ length: text.lines }, (_, line) => line + 1).join('\n')}
        </pre>
        <StoredHtml html={text.html} className={styles.code} />
      </div>
    </div>
  )
}
