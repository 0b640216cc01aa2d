import { subjects } from '@tongchuang/contract/drawings.ts'
import type { FileCard } from '@tongchuang/contract/files.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Drawing } from '@tongchuang/ui/drawing.tsx'
import { FileMark } from '@tongchuang/ui/file-mark.tsx'
import { sizeOf } from '@tongchuang/ui/file-size.ts'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { Paperclip, X } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../../locales/texts.ts'
import type { Values } from './form-values.ts'
import type { TaskForm } from './queries.ts'
import styles from './task-fields.module.css'
import shared from './tasks.module.css'
import type { Uploads } from './use-uploads.ts'

/** The files that students can download, in order. */
export const FileFields = ({
  files,
  uploads,
  onChange,
  locked,
}: {
  files: FileCard[]
  uploads: Uploads
  onChange: (next: FileCard[]) => void
  locked: boolean
}) => {
  const { editor } = useTexts().tasks
  const input = useRef<HTMLInputElement>(null)
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!locked) void uploads.add([...event.dataTransfer.files])
      }}
    >
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.id}>
            <FileMark name={file.name} />
            <a href={file.url} download={file.name}>
              {file.name}
            </a>
            <small>{sizeOf(file.size)}</small>
            <button
              type="button"
              aria-label={editor.removeFile(file.name)}
              disabled={locked}
              onClick={() => onChange(files.filter(({ id }) => id !== file.id))}
            >
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
        {uploads.running.map(({ name, percent }) => (
          <li key={name}>
            <FileMark name={name} />
            <span>{editor.uploading(name, percent)}</span>
            <progress max={100} value={percent} aria-label={name} />
          </li>
        ))}
      </ul>
      <div className={styles.under}>
        <Button size="small" blocked={locked} onClick={() => input.current?.click()}>
          <Paperclip size={16} aria-hidden />
          {editor.pickFile}
        </Button>
        <small className={shared.quiet}>{editor.filesHint}</small>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-files
        aria-label={editor.pickFile}
        onChange={(event) => {
          void uploads.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

type CoverProps = {
  form: TaskForm
  values: Values
  change: (next: Partial<Values>) => void
  pick: (file: File) => Promise<void>
  locked: boolean
}

/** The picture of a task: an uploaded one, or the drawing. */
export const CoverField = ({ form, values, change, pick, locked }: CoverProps) => {
  const { tasks, guilds } = useTexts()
  const { editor } = tasks
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.cover}>
      <div className={styles.picture}>
        {values.cover_file_id !== null && values.cover ? (
          <img src={values.cover} alt="" />
        ) : (
          <Drawing subject={values.own_subject ?? form.guild_subject} hue={form.hue} id={form.id} />
        )}
      </div>
      <div className={styles.under}>
        <Button size="small" blocked={locked} onClick={() => input.current?.click()}>
          {editor.pickCover}
        </Button>
        {values.cover_file_id !== null ? (
          <Button size="small" tone="text" blocked={locked} onClick={() => change({ cover_file_id: null, cover: '' })}>
            {editor.dropCover}
          </Button>
        ) : (
          <small className={shared.quiet}>{editor.coverHint}</small>
        )}
      </div>
      {values.cover_file_id === null && (
        <SelectField
          label={guilds.ownSubject}
          value={values.own_subject ?? ''}
          disabled={locked}
          onChange={(next) => change({ own_subject: subjects.find((one) => one === next) ?? null })}
        >
          <option value="">{guilds.asGuild(guilds.subjects[form.guild_subject])}</option>
          {subjects.map((one) => (
            <option key={one} value={one}>
              {guilds.subjects[one]}
            </option>
          ))}
        </SelectField>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={editor.pickCover}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void pick(file)
          event.target.value = ''
        }}
      />
    </div>
  )
}
