import { IconButton } from '@tongchuang/ui/button.tsx'
import { FileMark } from '@tongchuang/ui/file-mark.tsx'
import { inMegabytes, sizeOf } from '@tongchuang/ui/file-size.ts'
import { CircleAlert, Clock3, Pause, Play, RotateCw, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { useRefusedFileTexts } from '../../locales/use-refused-file-texts.ts'
import styles from './files-part.module.css'
import type { Upload } from './upload-parts.ts'
import type { UploadQueue } from './upload-queue.ts'
import { useFileLimits } from './use-file-limits.ts'

const useProblemWords = () => {
  const { submissions: texts } = useTexts()
  const rules = useRefusedFileTexts()
  const { file_mb, max_files } = useFileLimits()
  return ({ problem, name, size }: Upload): string => {
    if (!problem) return ''
    if (problem.rule === 'server') return problem.text
    if (problem.rule === 'network') return problem.text || texts.broken
    if (problem.rule === 'choose') return texts.chooseAgain
    if (problem.rule === 'type')
      return /\.hei[cf]$/i.test(name)
        ? rules.heic
        : rules.type(name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '')
    if (problem.rule === 'size') return rules.size(inMegabytes(size), file_mb)
    return problem.rule === 'count' ? rules.count(max_files) : rules[problem.rule]
  }
}

const Line = ({ tone, icon, children }: { tone: string | undefined; icon?: ReactNode; children: ReactNode }) => (
  <span className={`${styles.state} ${tone}`}>
    {icon}
    {children}
  </span>
)

/** The state of an upload in one line. */
const useLineOf = (upload: Upload): ReactNode => {
  const { submissions: texts } = useTexts()
  const problemWords = useProblemWords()
  const lines: Record<Upload['state'], ReactNode> = {
    running: <Line tone={styles.go}>{texts.uploading}</Line>,
    waiting: (
      <Line tone={styles.quiet} icon={<Clock3 size={16} aria-hidden />}>
        {texts.waiting}
      </Line>
    ),
    paused: (
      <Line tone={styles.quiet} icon={<Pause size={16} aria-hidden />}>
        {texts.paused}
      </Line>
    ),
    broken: (
      <Line tone={styles.warn} icon={<RotateCw size={16} aria-hidden />}>
        {problemWords(upload)}
      </Line>
    ),
    choose: (
      <Line tone={styles.warn} icon={<CircleAlert size={16} aria-hidden />}>
        {problemWords(upload)}
      </Line>
    ),
    refused: (
      <Line tone={styles.bad} icon={<TriangleAlert size={16} aria-hidden />}>
        {problemWords(upload)}
      </Line>
    ),
  }
  return lines[upload.state]
}

/** A file being uploaded: its progress, and buttons to pause, resume, retry or remove it. */
export const UploadRow = ({ upload, queue, locked }: { upload: Upload; queue: UploadQueue; locked: boolean }) => {
  const { submissions: texts } = useTexts()
  const line = useLineOf(upload)
  const { id, name, size, sent, state } = upload
  const percent = Math.min(100, Math.floor((sent / size) * 100))
  const isMoving = state === 'running' || state === 'waiting' || state === 'paused'
  return (
    <li>
      <FileMark name={name} className={styles.mark} />
      <div>
        <div className={styles.line}>
          <b>{name}</b>
          <small>
            {state === 'refused'
              ? texts.notAdded
              : isMoving && sent > 0
                ? texts.progress(sizeOf(sent), sizeOf(size), percent)
                : sizeOf(size)}
          </small>
        </div>
        {isMoving && (
          <progress
            className={state === 'paused' ? styles.dashed : styles.progress}
            max={100}
            value={percent}
            aria-label={texts.progressOf(name)}
          />
        )}
        <div role={state === 'refused' || state === 'choose' ? 'alert' : undefined}>{line}</div>
      </div>
      <span className={styles.tools}>
        {(state === 'running' || state === 'waiting') && (
          <IconButton label={texts.pause(name)} onClick={() => queue.pause(id)}>
            <Pause size={20} aria-hidden />
          </IconButton>
        )}
        {state === 'paused' && (
          <IconButton label={texts.resume(name)} onClick={() => queue.resume(id)}>
            <Play size={20} aria-hidden />
          </IconButton>
        )}
        {state === 'broken' && (
          <IconButton label={texts.retry(name)} onClick={() => queue.resume(id)}>
            <RotateCw size={20} aria-hidden />
          </IconButton>
        )}
        <IconButton label={texts.remove(name)} disabled={locked} onClick={() => queue.cancel(id)}>
          <X size={20} aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}
