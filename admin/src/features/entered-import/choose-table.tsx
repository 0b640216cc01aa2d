import { Button } from '@tongchuang/ui/button.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { inBase64 } from '@tongchuang/ui/in-base64.ts'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { Check, CircleX, Download, FileSpreadsheet, Upload } from 'lucide-react'
import { useId, useState } from 'react'
import type { DragEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './entered-import.module.css'
import { useReadTable, useTemplate, type EnteredImport } from './queries.ts'

const maxFileBytes = 5_000_000

/** Explains the accepted notations of scores. */
const Readings = () => {
  const { enteredImport: texts } = useTexts()
  return (
    <aside className={styles.side} aria-label={texts.readings}>
      <h2>{texts.readings}</h2>
      <ul>
        {texts.read.map(({ written, means, fine }) => (
          <li key={written} data-fine={fine || undefined}>
            {fine ? <Check size={16} aria-hidden /> : <CircleX size={16} aria-hidden />}
            <span>
              {written}
              <small>{means}</small>
            </span>
          </li>
        ))}
      </ul>
    </aside>
  )
}

/** The first two steps: downloading a table to type into, and uploading the filled one. */
export const ChooseTable = ({ task_id, onRead }: { task_id: number; onRead: (one: EnteredImport) => void }) => {
  const { enteredImport: texts } = useTexts()
  const [problem, setProblem] = useState('')
  const template = useTemplate()
  const reading = useReadTable()
  const field = useId()
  const take = async (file: File | undefined) => {
    if (!file || reading.isPending) return
    if (file.size > maxFileBytes) return setProblem(texts.tooBig)
    setProblem('')
    reading.mutate(
      { task_id, name: file.name.trim().slice(0, 200) || 'table', file: await inBase64(file) },
      { onSuccess: onRead, onError: (failure) => setProblem(failureText(failure)) },
    )
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  return (
    <div className={styles.columns}>
      <section className={styles.choose} aria-label={texts.template}>
        <h2>{texts.template}</h2>
        <p className={styles.quiet}>{texts.templateText}</p>
        <div className={styles.buttons}>
          <Button tone="primary" busy={template.isPending} onClick={() => template.mutate({ task_id })}>
            <Download size={16} aria-hidden />
            {texts.all}
          </Button>
          <Button onClick={() => template.mutate({ task_id, only: 'blank' })}>{texts.onlyBlank}</Button>
        </div>
        <div role="alert">{problem && <Notice title={problem} />}</div>
        <div className={styles.drop} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <FileSpreadsheet size={28} aria-hidden />
          <label htmlFor={field} className={styles.fileLabel}>
            <Upload size={16} aria-hidden />
            {reading.isPending ? texts.reading : texts.chooseFile}
          </label>
          <input
            id={field}
            className="vh"
            type="file"
            accept=".xlsx,.csv,.txt,.tsv"
            onChange={(event) => {
              void take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <p className={styles.quiet}>{texts.fileHint}</p>
        </div>
      </section>
      <Readings />
    </div>
  )
}
