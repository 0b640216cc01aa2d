import { bannersAdmin } from '@tongchuang/contract/banners.admin.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import type { Input } from '@tongchuang/contract/call.ts'
import type { FileCard } from '@tongchuang/contract/files.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { usePersistedChanges } from '@tongchuang/ui/use-persisted-changes.ts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { useBannerChange, type Banner } from './queries.ts'

export type Upload = (file: File, onPercent: (percent: number) => void) => Promise<FileCard>
type Problem = { field: unknown; text: string }

type Given = Omit<Banner, 'id' | 'guild' | 'state' | 'demo'>

const blank: Given = {
  title: '',
  subtitle: '',
  image_file_id: null,
  image: '',
  art: 'school',
  alt: '',
  link: '',
  link_text: '',
  guild_id: null,
  begin_at: null,
  end_at: null,
  visible: true,
}

const givenOf = (banner: Given): Given => {
  const { title, subtitle, image_file_id, image, art, alt, link, link_text, guild_id, begin_at, end_at, visible } =
    banner
  return { title, subtitle, image_file_id, image, art, alt, link, link_text, guild_id, begin_at, end_at, visible }
}

/**
 * The form state of a new or changed banner: its values, the progress of the picture’s upload, and the server’s
 * refusal.
 */
export const useBannerForm = (before: Banner | null, upload: Upload, onClose: () => void) => {
  const save = useBannerChange((input: Input<typeof bannersAdmin.save>) => sendQuietly(bannersAdmin.save, input))
  const [problem, setProblem] = useState<Problem | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const { shell } = useTexts()
  const {
    values: given,
    changes,
    set,
    forget,
  } = usePersistedChanges(`banner:${before?.id ?? 'new'}`, givenOf(before ?? blank), { restored: shell.restored })
  const problemOf = (field: string) => (problem?.field === field ? problem.text : null)

  // Ignored while saving: later typing would be lost with the dialog.
  const change = (next: Partial<Given>) => save.isPending || set(next)
  const pick = async (file: File) => {
    if (save.isPending) return
    setPercent(0)
    try {
      const card = await upload(file, setPercent)
      set({ image_file_id: card.id, image: card.url })
    } catch (error) {
      showToast(failureText(error))
    } finally {
      setPercent(null)
    }
  }
  const submit = (event: Pick<FormEvent, 'preventDefault'>) => {
    event.preventDefault()
    // For an existing banner only the changed fields are sent; another administrator may have changed the rest.
    const { image: _, ...sent } = before ? { ...changes, id: before.id } : given
    save.mutate(sent, {
      onSuccess: () => {
        forget()
        onClose()
      },
      onError: (error) => {
        setProblem({ field: error instanceof CallFailed ? error.data.field : null, text: failureText(error) })
        showToast(failureText(error))
      },
    })
  }
  return { given, set: change, forget, problemOf, percent, pick, submit, isSaving: save.isPending }
}

export type BannerForm = ReturnType<typeof useBannerForm>
