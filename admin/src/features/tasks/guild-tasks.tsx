import { Button } from '@tongchuang/ui/button.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { useSearchParamsState } from '@tongchuang/ui/use-search-params-state.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Chapters } from './chapters.tsx'
import { CreateTask } from './create-task.tsx'
import { TaskTable } from './task-table.tsx'
import styles from './tasks.module.css'

/** The tasks of one guild. */
export const GuildTasks = ({
  guild_id,
  may_lead,
  read_only,
}: {
  guild_id: number
  may_lead: boolean
  read_only: boolean
}) => {
  const { tasks } = useTexts()
  const [open, setOpen] = useState<'create' | 'chapters' | null>(null)
  return (
    <section aria-label={tasks.title} className={styles.part}>
      {!read_only && may_lead && (
        <div className={styles.actions}>
          <Button tone="primary" onClick={() => setOpen('create')}>
            <Plus size={16} aria-hidden />
            {tasks.create}
          </Button>
          <Button onClick={() => setOpen('chapters')}>{tasks.chapters.manage}</Button>
        </div>
      )}
      <TaskTable guild_id={guild_id} may_pick={may_lead} />
      {open === 'create' && <CreateTask guild_id={guild_id} onClose={() => setOpen(null)} />}
      {open === 'chapters' && <Chapters guild_id={guild_id} onClose={() => setOpen(null)} />}
    </section>
  )
}

/** The tasks of all guilds whose staff the user belongs to. */
export const AllTasks = ({ may_lead }: { may_lead: boolean }) => {
  const { tasks } = useTexts()
  const params = useSearchParamsState()
  // `?new=1` opens the dialog for a new task; the first page links to it.
  const [creating, setCreating] = useState(may_lead && params.get('new') === '1')
  const close = () => {
    setCreating(false)
    params.set('new', '')
  }
  return (
    <>
      <PageHead title={tasks.title}>
        {may_lead && (
          <Button tone="primary" onClick={() => setCreating(true)}>
            <Plus size={16} aria-hidden />
            {tasks.create}
          </Button>
        )}
      </PageHead>
      <TaskTable may_pick={may_lead} />
      {creating && <CreateTask onClose={close} />}
    </>
  )
}
