import { draftOf, forgetDraft, type Written } from '../use-draft.ts'

/** Ends a draft with its test: it is meant to outlive its page, and to go on until its text has arrived. */
export const endDraft = async (written: Written): Promise<void> => {
  const sync = draftOf(written)
  await sync.finish()
  forgetDraft(sync)
}
