import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { sampleOf, type Part } from '@tongchuang/contract/testing/sample.ts'
import type { Me } from '../me.tsx'

/** A member of staff who is logged in to the admin site, for tests. */
export const aMe = (part: Part<Me> = {}): Me => sampleOf(schoolAdmin.me.output, part)
