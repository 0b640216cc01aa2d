import { profile, type Profile } from '@tongchuang/contract/profile.ts'
import { sampleOf, type Part } from '@tongchuang/contract/testing/sample.ts'

/** A person who is logged in to the student site, for tests. */
export const aProfile = (part: Part<Profile> = {}): Profile => sampleOf(profile.get.output, part)
