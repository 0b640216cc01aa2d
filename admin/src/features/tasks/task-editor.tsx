import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { useMe } from '@tongchuang/ui/me.tsx'
import { formatTime } from '@tongchuang/ui/time.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, Eye } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { AskClasses } from './ask-classes.tsx'
import { AskConflict, ConflictLines } from './ask-conflict.tsx'
import { AfterFields, ClassFields } from './class-fields.tsx'
import { CriteriaFields } from './criteria-fields.tsx'
import { DateFields } from './date-fields.tsx'
import { CoverField, FileFields } from './file-fields.tsx'
import { HeadFields, MoreFields, OrderFields } from './more-fields.tsx'
import { Preview } from './preview.tsx'
import { PublishPanel } from './publish-panel.tsx'
import { QuestionFields } from './question-fields.tsx'
import { previewQuery } from './queries.ts'
import type { TaskForm } from './queries.ts'
import { isLocked, ReadOnlyNote } from './read-only-note.tsx'
import styles from './task-editor.module.css'
import shared from './tasks.module.css'
import { Remarking } from './remarking.tsx'
import { TextEditor } from './text-editor.tsx'
import { useClasses } from './use-classes.ts'
import type { Classes } from './use-classes.ts'
import { useTaskForm } from './use-task-form.ts'
import type { Editing } from './use-task-form.ts'
import { useUploads } from './use-uploads.ts'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    <div>{children}</div>
  </section>
)

const Saved = ({ editing }: { editing: Editing }) => {
  const { editor } = useTexts().tasks
  const language = useLanguage()
  const { state, form } = editing
  return (
    <output className={styles.saved} data-state={state}>
      {state === 'saved' ? editor.state.saved(formatTime(form.saved_at, language)) : editor.state[state]}
    </output>
  )
}

const AskTelling = ({ editing }: { editing: Editing }) => {
  const { editor } = useTexts().tasks
  const { telling } = editing
  const { tasks } = useTexts()
  if (telling !== null)
    return (
      <Dialog
        title={editor.tellTitle}
        onClose={editing.dontTell}
        actions={
          <>
            <Button onClick={editing.dontTell}>{tasks.cancel}</Button>
            <Button tone="primary" onClick={() => void editing.tell()}>
              {editor.tell}
            </Button>
          </>
        }
      >
        <p>{editor.tellText(telling)}</p>
      </Dialog>
    )
  return null
}

const ClassParts = ({ editing, classes, locked }: { editing: Editing; classes: Classes; locked: boolean }) => {
  const { classes: texts } = useTexts().tasks
  const { form } = editing
  // A published task of a single class shows nothing here; the panel offers to give it to more classes.
  const shows = form.may_lead && (form.set !== null || form.status === 'draft')
  return (
    <>
      {shows && (
        <Part title={texts.section}>
          <ClassFields editing={editing} classes={classes} locked={locked} />
        </Part>
      )}
      {form.set && (
        <Part title={texts.after.section}>
          <AfterFields form={form} />
        </Part>
      )}
    </>
  )
}

const CriteriaPart = ({
  form,
  values,
  change,
  locked,
}: Pick<Editing, 'form' | 'values' | 'change'> & { locked: boolean }) => {
  const { editor } = useTexts().tasks
  return (
    <Part title={editor.sections.criteria}>
      <CriteriaFields
        criteria={values.criteria}
        locked={locked}
        onChange={(criteria) => change({ criteria })}
        guild_id={form.guild_id}
        mayShare={form.may_lead}
      />
    </Part>
  )
}

const QuestionPart = ({ editing, locked }: { editing: Editing; locked: boolean }) => {
  const { editor } = useTexts().tasks
  const { form, values, change } = editing
  return (
    <Part title={editor.sections.questions}>
      <QuestionFields
        task_id={form.id}
        questions={values.questions}
        keys={values.keys}
        locked={locked}
        wasAccepted={form.was_accepted}
        // Both are changed together: a key means nothing without its question. Points require someone to confirm them.
        onChange={({ questions, keys }) =>
          change({
            questions,
            keys,
            ...(!values.needs_review && questions.some(({ points = 0 }) => points > 0) && { needs_review: true }),
          })
        }
      />
      <Remarking editing={editing} />
    </Part>
  )
}

const Fields = ({
  editing,
  classes,
  uploads,
  locked,
}: {
  editing: Editing
  classes: Classes
  uploads: ReturnType<typeof useUploads>
  locked: boolean
}) => {
  const { editor } = useTexts().tasks
  const { form, values, change } = editing
  const addPictures = async (files: File[]) =>
    (await uploads.add(files)).filter(({ kind }) => kind === 'image').map(({ id, name }) => ({ id, name }))
  const pickCover = async (file: File) => {
    const card = await uploads.one(file)
    if (card) change({ cover_file_id: card.id, cover: card.url })
  }
  const props = { form, values, change, locked }
  return (
    <div>
      <Part title={editor.sections.task}>
        <HeadFields {...props} />
      </Part>
      <ClassParts editing={editing} classes={classes} locked={locked} />
      <Part title={editor.sections.text}>
        <TextEditor
          label={editor.content}
          hint={editor.contentHint}
          value={values.content}
          locked={locked}
          urlOf={editing.urlOf}
          onChange={(content) => change({ content })}
          onFiles={addPictures}
        />
      </Part>
      <Part title={editor.sections.time}>
        <DateFields {...props} />
      </Part>
      <CriteriaPart {...props} />
      {values.channel === 'online' && <QuestionPart editing={editing} locked={locked} />}
      <Part title={editor.sections.files}>
        <FileFields files={values.files} uploads={uploads} locked={locked} onChange={(files) => change({ files })} />
      </Part>
      <Part title={editor.cover}>
        <CoverField {...props} pick={pickCover} />
      </Part>
      <Part title={editor.sections.chapter}>
        <OrderFields {...props} />
      </Part>
      <Part title={editor.sections.more}>
        <MoreFields {...props} />
      </Part>
    </div>
  )
}

/** The editor of one task, from a new draft to publishing and beyond. */
export const TaskEditor = ({ task }: { task: TaskForm }) => {
  const { tasks } = useTexts()
  const { editor } = tasks
  const client = useQueryClient()
  const editing = useTaskForm(task, useMe().id)
  const classes = useClasses(editing)
  const { form, save } = editing
  const [previewing, setPreviewing] = useState(false)
  const uploads = useUploads(editing)
  const locked = isLocked(form)

  const togglePreview = async () => {
    if (!previewing && !locked && !(await save())) return
    await client.invalidateQueries({ queryKey: previewQuery(form.id).queryKey })
    setPreviewing(!previewing)
  }

  return (
    <>
      <header className={shared.top}>
        <div className={shared.who}>
          <Link to={adminPaths.guild(form.guild_id, 'tasks')} aria-label={editor.back} className={styles.back}>
            <ChevronLeft size={20} aria-hidden />
          </Link>
          <h1>{editor.edit}</h1>
          <span className={shared.status} data-status={form.status}>
            {tasks.statuses[form.status]}
          </span>
        </div>
        <div className={shared.actions}>
          {!locked && <Saved editing={editing} />}
          {!locked && form.status !== 'draft' && (
            <Button
              tone="primary"
              busy={editing.state === 'saving'}
              blocked={!editing.isChanged}
              onClick={() => void save()}
            >
              {editor.save}
            </Button>
          )}
          <Button onClick={() => void togglePreview()}>
            <Eye size={16} aria-hidden />
            {previewing ? editor.backToEditing : editor.preview}
          </Button>
        </div>
      </header>
      <ReadOnlyNote form={form} />
      {!locked && <ConflictLines editing={editing} />}
      <div className={styles.columns}>
        {previewing ? (
          <Preview editing={editing} />
        ) : (
          <Fields editing={editing} classes={classes} uploads={uploads} locked={locked} />
        )}
        <PublishPanel editing={editing} classes={classes} uploading={uploads.running.length > 0} />
      </div>
      <AskConflict editing={editing} />
      <AskTelling editing={editing} />
      <AskClasses editing={editing} />
    </>
  )
}
