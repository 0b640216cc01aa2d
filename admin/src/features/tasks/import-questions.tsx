import type { Input, Output } from '@tongchuang/contract/call.ts'
import { questionsImportAdmin } from '@tongchuang/contract/questions-import.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { TextArea } from '@tongchuang/ui/field.tsx'
import { inBase64 } from '@tongchuang/ui/in-base64.ts'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { useMutation } from '@tanstack/react-query'
import { ClipboardPaste, Upload } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { mostQuestions, type Asked } from './question-list.ts'
import styles from './question-fields.module.css'

type ReadQuestions = Output<typeof questionsImportAdmin.read>
type Found = ReadQuestions['found'][number]

const maxFileBytes = 5_000_000
const maxLetters = 200_000

/** The right answers as readable text; options are shown by their texts. */
const rightWords = ({ question, key }: Found, words: { true: string; false: string }): string[] =>
  key.accepted.map((one) => {
    if (question.kind === 'truefalse') return one === 'true' ? words.true : words.false
    return question.options?.find(({ id }) => id === one)?.text ?? one
  })

/** The words of a text file, as Notepad saves them in Chinese: UTF-8, or UTF-16 or GBK before that. */
const wordsOf = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const FoundQuestions = ({ found }: { found: readonly Found[] }) => {
  const { questions: texts } = useTexts()
  return (
    <ol className={styles.found} aria-label={texts.paste.found(found.length)}>
      {found.map((one) => {
        const { question } = one
        return (
          <li key={question.id}>
            <b>{question.label}</b> <span className={styles.kind}>{texts.kinds[question.kind]}</span>{' '}
            <span>{texts.pointsOf(question.points ?? 0)}</span>
            <small>
              {question.kind === 'text' ? texts.byStaff : texts.rightIs(rightWords(one, texts.words).join(texts.comma))}
            </small>
          </li>
        )
      })}
    </ol>
  )
}

/** Each line that is left out, and why; the lines that were read as headings. */
const LeftOut = ({ read }: { read: ReadQuestions }) => {
  const { questions: texts } = useTexts()
  const { problems, unlisted, headings } = read
  return (
    <div role="alert">
      {headings.length > 0 && (
        <p className={styles.fromFile}>{texts.paste.headings(headings.map(({ line }) => line).join(texts.comma))}</p>
      )}
      {problems.length > 0 && (
        <Notice title={texts.paste.problems(problems.length + unlisted)}>
          <ul className={styles.sums}>
            {problems.map(({ line, text, problem }) => (
              <li key={`${line} ${problem}`}>
                {texts.paste.problem(line, problem)}
                {text && <q className={styles.bad}>{text}</q>}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

const FileChoice = ({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) => {
  const { questions: texts } = useTexts()
  const field = useId()
  return (
    <p className={styles.fromFile}>
      <label htmlFor={field} className={styles.file}>
        <Upload size={16} aria-hidden />
        {busy ? texts.paste.reading : texts.paste.file}
      </label>
      <input
        id={field}
        className="vh"
        type="file"
        accept=".docx,.xlsx,.csv,.txt,.tsv"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
      <span>{texts.paste.fileHint}</span>
    </p>
  )
}

type Props = { task_id: number; asked: Asked; onTake: (asked: Asked) => void; onClose: () => void }

/** Reads pasted text or a chosen file; `onWords` receives the words of a text file, which stand in the field then. */
const useReading = (task_id: number, room: number, onWords: (words: string) => void) => {
  const { questions: texts } = useTexts()
  const [problem, setProblem] = useState('')
  const reading = useMutation({
    mutationFn: (given: Pick<Input<typeof questionsImportAdmin.read>, 'text' | 'file' | 'name'>) =>
      sendQuietly(questionsImportAdmin.read, { task_id, room, ...given }),
    onMutate: () => setProblem(''),
    onSuccess: ({ text }) => {
      if (text !== undefined) onWords(text)
    },
    onError: (failure) => setProblem(failureText(failure)),
  })
  const takeFile = async (file: File) => {
    if (file.size > maxFileBytes) return setProblem(texts.paste.tooBig)
    if (!/\.txt$/i.test(file.name)) return reading.mutate({ file: await inBase64(file), name: file.name.slice(-200) })
    const text = await wordsOf(file)
    if (text.length > maxLetters) return setProblem(texts.paste.tooLong)
    onWords(text)
    reading.mutate({ text })
  }
  return { reading, problem, takeFile }
}

/** Imports questions from pasted text or a table: previewed first, then added to the editor. */
export const ImportDialog = ({ task_id, asked, onTake, onClose }: Props) => {
  const { questions: texts, tasks } = useTexts()
  // Pasted text is kept after the dialog is closed.
  const [text, setText] = useStaffText(`questions-import:${task_id}`)
  const { reading, problem, takeFile } = useReading(task_id, mostQuestions - asked.questions.length, setText)
  const read = reading.data
  const outcome = useRef<HTMLDivElement>(null)
  // The result is shown below a long text, so scroll it into view.
  useEffect(() => {
    if (read) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [read])
  const take = () => {
    if (!read) return
    const shuffle = asked.questions.length > 0 && asked.questions.every((one) => one.shuffle)
    onTake({
      questions: [...asked.questions, ...read.found.map(({ question }) => ({ ...question, shuffle }))],
      keys: [...asked.keys, ...read.found.map(({ key }) => key)],
    })
    setText('')
    onClose()
  }
  const isFound = read !== undefined && read.found.length > 0
  return (
    <Dialog
      wide
      title={texts.paste.title}
      onClose={onClose}
      unsaved={false}
      actions={
        <>
          <Button onClick={onClose}>{tasks.cancel}</Button>
          <Button
            tone={isFound ? 'plain' : 'primary'}
            busy={reading.isPending}
            blocked={text.trim() === ''}
            onClick={() => reading.mutate({ text })}
          >
            {texts.paste.check}
          </Button>
          {isFound && (
            <Button tone="primary" onClick={take}>
              {texts.paste.take(read.found.length)}
            </Button>
          )}
        </>
      }
    >
      <TextArea
        label={texts.paste.words}
        hint={texts.paste.hint}
        placeholder={texts.paste.sample}
        rows={10}
        maxLength={maxLetters}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          reading.reset()
        }}
      />
      <FileChoice busy={reading.isPending} onFile={(file) => void takeFile(file)} />
      <div role="alert">{problem && <Notice title={problem} />}</div>
      <div ref={outcome}>
        {read && <LeftOut read={read} />}
        {isFound && <FoundQuestions found={read.found} />}
      </div>
    </Dialog>
  )
}

/** Opens the import of questions. */
export const ImportQuestions = ({ locked, ...given }: Omit<Props, 'onClose'> & { locked: boolean }) => {
  const { questions: texts } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        blocked={locked || given.asked.questions.length >= mostQuestions}
        onClick={() => setIsOpen(true)}
      >
        <ClipboardPaste size={16} aria-hidden />
        {texts.paste.open}
      </Button>
      {isOpen && <ImportDialog {...given} onClose={() => setIsOpen(false)} />}
    </>
  )
}
