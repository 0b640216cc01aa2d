import { isAnswered } from '@tongchuang/contract/rules/answers.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { useSite } from '@tongchuang/ui/site.ts'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { useQuestionTexts } from '../../locales/use-question-texts.ts'
import { sizeOf } from '@tongchuang/ui/file-size.ts'
import type { StudentTask, Submission } from '../../queries/student-task.ts'
import styles from './receipt-slip.module.css'
import { countWords } from './work.ts'

type Props = { task: StudentTask['task']; submission: Submission; name: string; group: string; copy: ReactNode }

const onWall = (at: string, zone: string, language: string): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: zone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at))

/** The receipt drawn as a torn-off slip: what the server received, and when. */
export const ReceiptSlip = ({ task, submission, name, group, copy }: Props) => {
  const all = useTexts()
  const questions = useQuestionTexts()
  const { submissions: texts, tasks } = all
  const { done } = texts
  const language = useLanguage()
  const zone = useSite()?.timezone ?? 'Asia/Shanghai'
  const { receipt, files, links, answers, share, late } = submission
  const answered = Object.values(answers ?? {}).filter(isAnswered).length
  const version = submission.version ?? 1
  const named = [texts.text, ...files.map((file) => file.name)]
  return (
    <div className={styles.slip}>
      <h2>{done.no}</h2>
      <div className={styles.no}>
        <b>{receipt?.no}</b>
        {copy}
      </div>
      <dl>
        <dt>{done.task}</dt>
        <dd>
          {task.title}
          <small>
            {task.guild_name} · {tasks.types[task.type]}
          </small>
        </dd>
        <dt>{done.by}</dt>
        <dd>
          {name}
          {group && <small>{group}</small>}
        </dd>
        <dt>{done.time}</dt>
        <dd className="num">
          {onWall(submission.submitted_at, zone, language)}
          <small>
            {done.zone(zone)} · {late ? done.lateShort : done.onTimeShort}
          </small>
        </dd>
        <dt>{done.content}</dt>
        <dd>
          {questions.received(version, countWords(submission.content ?? ''), answered, links.length)}
          {files.map((file) => (
            <small key={file.id}>
              {file.name} · {sizeOf(file.size)}
            </small>
          ))}
        </dd>
        {share && (
          <>
            <dt>{done.share}</dt>
            <dd>
              {tasks.shares[share]}
              <small>{done.shareHint}</small>
            </dd>
          </>
        )}
      </dl>
      <details>
        <summary>
          {done.hashes}
          <ChevronDown size={20} aria-hidden />
        </summary>
        <p>{done.hashesHint}</p>
        {receipt?.sha256.map((hash, index) => (
          <code key={index}>
            {named[index]}
            <br />
            {hash}
          </code>
        ))}
      </details>
    </div>
  )
}
