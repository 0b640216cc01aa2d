import { hues } from '@tongchuang/contract/rules/hues.ts'
import type { Input, Output } from '@tongchuang/contract/call.ts'
import { categoriesAdmin } from '@tongchuang/contract/categories.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field } from '@tongchuang/ui/field.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { NameToConfirm } from '@tongchuang/ui/name-to-confirm.tsx'
import { MoveButtons } from '@tongchuang/ui/move-buttons.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { swapped, useReorder } from '@tongchuang/ui/use-reorder.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { partOf } from '@tongchuang/contract/records.ts'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './categories.module.css'
import { categoriesKey } from '../../queries/keys.ts'

type Category = Output<typeof categoriesAdmin.list>[number]

/** A mutation whose answer is the whole list, which is shown at once. */
const useCategoryChange = <I,>(work: (input: I) => Promise<Category[]>) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: work, onSuccess: (list) => client.setQueryData(categoriesKey, list) })
}

type Given = Pick<Category, 'name' | 'pid' | 'description' | 'hue' | 'visible'>

/** Only the changed fields; another administrator may have changed the rest. */
const changedOf = (begin: Given, given: Given): Partial<Given> => partOf(given, (name, value) => value !== begin[name])

/** The form state of a new or changed category, and its saving. */
const useCategoryForm = (before: Category | null, onClose: () => void) => {
  const save = useCategoryChange((input: Input<typeof categoriesAdmin.save>) =>
    sendQuietly(categoriesAdmin.save, input),
  )
  const [begin] = useState<Given>({
    name: before?.name ?? '',
    pid: before?.pid ?? 0,
    description: before?.description ?? '',
    hue: before?.hue ?? 'tech',
    visible: before?.visible ?? true,
  })
  const [given, setGiven] = useState(begin)
  const set = (next: Partial<Given>) => setGiven({ ...given, ...next })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(before ? { ...changedOf(begin, given), id: before.id } : given, {
      onSuccess: onClose,
      onError: (error) => showToast(failureText(error)),
    })
  }
  return { given, set, submit, isSaving: save.isPending }
}

const Edit = ({ before, all, onClose }: { before: Category | null; all: readonly Category[]; onClose: () => void }) => {
  const { categories, guilds } = useTexts()
  const form = useId()
  const { given, set, submit, isSaving } = useCategoryForm(before, onClose)
  const remove = useCategoryChange((id: number) => send(categoriesAdmin.remove, { id }))
  const [removing, setRemoving] = useState(false)
  if (removing && before)
    return (
      <NameToConfirm
        title={categories.remove}
        text={categories.removeText}
        label={categories.typeName(before.name)}
        name={before.name}
        action={categories.remove}
        busy={remove.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate(before.id, { onSuccess: onClose })}
      />
    )
  return (
    <Dialog
      title={before ? categories.edit(before.name) : categories.add}
      onClose={onClose}
      actions={
        <>
          {before && (
            <Button tone="danger" onClick={() => setRemoving(true)}>
              {categories.remove}
            </Button>
          )}
          <Button onClick={onClose}>{categories.cancel}</Button>
          <Button tone="primary" type="submit" form={form} busy={isSaving}>
            {categories.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field
          label={categories.name}
          value={given.name}
          maxLength={30}
          required
          onChange={(event) => set({ name: event.target.value })}
        />
        <SelectField label={categories.above} value={String(given.pid)} onChange={(pid) => set({ pid: Number(pid) })}>
          <option value="0">{categories.top}</option>
          {all
            .filter(({ id, pid }) => pid === 0 && id !== before?.id)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
        <Field
          label={categories.description}
          value={given.description}
          maxLength={200}
          onChange={(event) => set({ description: event.target.value })}
        />
        <SelectField
          label={categories.hue}
          value={given.hue}
          onChange={(next) => set({ hue: hues.find((hue) => hue === next) ?? given.hue })}
        >
          {hues.map((hue) => (
            <option key={hue} value={hue}>
              {guilds.hues[hue]}
            </option>
          ))}
        </SelectField>
        <Switch label={categories.visible} checked={given.visible} onChange={(visible) => set({ visible })} />
      </form>
    </Dialog>
  )
}

/** Sorts categories so that each of the first level is followed by those below it. */
const inShelves = (all: readonly Category[]): Category[] =>
  all.filter(({ pid }) => pid === 0).flatMap((one) => [one, ...all.filter(({ pid }) => pid === one.id)])

/** All categories in two levels; buttons change the order. */
export const Categories = () => {
  const { categories } = useTexts()
  const { data, error, refetch } = useQuery({
    queryKey: categoriesKey,
    queryFn: () => sendQuietly(categoriesAdmin.list),
  })
  const reorder = useReorder<Category>(categoriesKey, (ids) => send(categoriesAdmin.arrange, { ids }))
  const [editing, setEditing] = useState<Category | 'new' | null>(null)
  const list = inShelves(data ?? [])

  /** Returns the act that swaps a category with its neighbour of the same parent; null at either end. */
  const moving = (one: Category, step: -1 | 1) => {
    const shelf = list.filter(({ pid }) => pid === one.pid)
    if (!shelf[shelf.indexOf(one) + step]) return null
    return () => reorder((all) => inShelves(swapped(inShelves(all), one.id, step, (a, b) => a.pid === b.pid)))
  }

  return (
    <>
      <PageHead title={categories.title} lead={categories.lead}>
        <Button tone="primary" onClick={() => setEditing('new')}>
          <Plus size={16} aria-hidden />
          {categories.add}
        </Button>
      </PageHead>
      {error && !data && <RegionError what={categories.failed} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonList count={5} height={48} gap={8} />}
      {data?.length === 0 && <EmptyState title={categories.none}>{categories.noneHint}</EmptyState>}
      <ul className={styles.rows}>
        {list.map((one) => (
          <li key={one.id} data-below={one.pid !== 0 || undefined}>
            <i style={hueStyle(one.hue)} aria-hidden />
            <div>
              <b>{one.name}</b>
              <small>
                {[categories.guilds(one.guild_count), one.visible ? '' : categories.hidden, one.description]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
            <MoveButtons
              up={{ label: categories.up(one.name), onMove: moving(one, -1) }}
              down={{ label: categories.down(one.name), onMove: moving(one, 1) }}
            />
            <Button size="small" tone="text" aria-label={categories.edit(one.name)} onClick={() => setEditing(one)}>
              {categories.change}
            </Button>
          </li>
        ))}
      </ul>
      {editing && (
        <Edit before={editing === 'new' ? null : editing} all={data ?? []} onClose={() => setEditing(null)} />
      )}
    </>
  )
}
