import { adminPages } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { templateUrl } from '@tongchuang/ui/csv-file.ts'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { describedBy, FieldFrame, TextArea } from '@tongchuang/ui/field.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { inBase64 } from '@tongchuang/ui/in-base64.ts'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { DragEvent, RefObject } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { ledGuildsQuery } from '../../queries/guilds.ts'
import { useReadList } from './queries.ts'
import type { RosterImport } from './queries.ts'
import { maxFileBytes } from './list-file.ts'
import styles from './choose-list.module.css'
import shared from './roster.module.css'

/** The area for dropping or choosing a file, and a template table. */
const DropZone = ({
  reading,
  head,
  onTake,
}: {
  reading: boolean
  head: readonly string[]
  onTake: (file: File | undefined) => void
}) => {
  const { roster } = useTexts()
  const [isOver, setIsOver] = useState(false)
  const fileField = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onTake(event.dataTransfer.files[0])
  }
  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <FileSpreadsheet size={32} aria-hidden />
      <label htmlFor={fileField} className={styles.fileLabel}>
        <Upload size={16} aria-hidden />
        {reading ? roster.reading : roster.chooseFile}
      </label>
      <input
        id={fileField}
        className="vh"
        type="file"
        // An older list can be chosen, and is told what to do; left out, it would be grey without a word.
        accept=".xlsx,.xls,.et,.csv,.txt,.tsv"
        onChange={(event) => {
          onTake(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <p className={shared.quiet}>{roster.fileHint}</p>
      <a href={templateUrl(head)} download={roster.templateName}>
        {roster.template}
      </a>
    </div>
  )
}

/** Shown instead of the first step if there is no guild, without which the list would be refused. */
const NeedsGuild = () => {
  const { roster } = useTexts()
  return (
    <EmptyState
      title={roster.needsGuild}
      action={
        <Link className={buttonClass('primary')} to={adminPages.guilds}>
          {roster.toGuilds}
        </Link>
      }
    >
      {roster.needsGuildText}
    </EmptyState>
  )
}

/**
 * The guild a list is for: 0 for none, which `mayLeaveOut` allows. A teacher with a single guild has nothing to choose.
 */
const useDestination = (guildId: number, mayLeaveOut: boolean) => {
  const guilds = useQuery(ledGuildsQuery)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  // With several guilds none is preselected, because undoing an import into the wrong one is laborious.
  const only = !mayLeaveOut && guilds.data?.length === 1 ? (guilds.data[0]?.id ?? 0) : 0
  const guild_id = chosen ?? (guildId > 0 ? guildId : only)
  const lacks = !mayLeaveOut && guild_id === 0
  const ask = () => setIsAsked(true)
  return { guilds, guild_id, setChosen, lacks, ask, mayLeaveOut, isMissing: isAsked && lacks, asks: only === 0 }
}

const Destination = ({
  of,
  choice,
}: {
  of: ReturnType<typeof useDestination>
  choice: RefObject<HTMLSelectElement | null>
}) => {
  const { roster } = useTexts()
  const id = useId()
  const { guilds, guild_id, mayLeaveOut } = of
  const missing = of.isMissing ? roster.guildMissing : null
  const hint = !mayLeaveOut ? roster.guildHintAsks : guild_id === 0 ? roster.noGuildHint : roster.guildHint
  return (
    <FieldFrame id={id} label={roster.guild} hint={hint} error={missing}>
      <select
        id={id}
        ref={choice}
        className={shared.select}
        value={guild_id}
        onChange={(event) => of.setChosen(Number(event.target.value))}
        {...describedBy(id, hint, missing)}
      >
        {mayLeaveOut ? (
          <option value={0}>{roster.noGuild}</option>
        ) : (
          of.asks && (
            <option value={0} disabled>
              {roster.chooseGuild}
            </option>
          )
        )}
        {guilds.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** The first step: the guild, and the list as a file or pasted text. */
export const ChooseList = ({
  guildId,
  mayLeaveOut,
  onRead,
}: {
  guildId: number
  mayLeaveOut: boolean
  onRead: (one: RosterImport) => void
}) => {
  const { roster } = useTexts()
  const destination = useDestination(guildId, mayLeaveOut)
  const { guilds, guild_id } = destination
  const choice = useRef<HTMLSelectElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const reading = useReadList()

  const read = (given: { name: string; file?: string; text?: string }) => {
    setProblem('')
    if (destination.lacks) {
      destination.ask()
      choice.current?.focus()
      return
    }
    reading.mutate(
      { guild_id: guild_id || null, ...given },
      { onSuccess: onRead, onError: (failure) => setProblem(failureText(failure)) },
    )
  }

  const take = async (file: File | undefined) => {
    if (!file || reading.isPending) return
    if (file.size > maxFileBytes) setProblem(roster.tooBig)
    else read({ name: file.name.slice(0, 200) || roster.pasted, file: await inBase64(file) })
  }

  // A teacher’s list goes to the chosen guild; its columns for guilds and roles would be ignored.
  const head = mayLeaveOut ? [...roster.templateHead, ...roster.templateHeadSchool] : roster.templateHead
  if (!mayLeaveOut && guilds.data?.length === 0) return <NeedsGuild />
  return (
    <div className={styles.choose}>
      <Destination of={destination} choice={choice} />
      <ReadFailure of={guilds} />
      <div role="alert">{problem && <Notice title={problem} />}</div>
      <DropZone reading={reading.isPending} head={head} onTake={(file) => void take(file)} />
      <TextArea
        label={roster.paste}
        hint={roster.pasteHint}
        rows={6}
        value={text}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
      />
      <Button
        tone="primary"
        busy={reading.isPending}
        blocked={text.trim() === ''}
        onClick={() => read({ name: roster.pasted, text })}
      >
        {roster.readPasted}
      </Button>
    </div>
  )
}
