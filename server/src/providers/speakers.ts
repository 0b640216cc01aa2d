import { cas } from './cas.ts'
import { dingtalk } from './dingtalk.ts'
import { feishu } from './feishu.ts'
import { oidc } from './oidc.ts'
import type { Speaker } from './speaker.ts'
import type { ProviderKind } from './tables.ts'
import { wecom } from './wecom.ts'

/** How each kind of provider is spoken to. */
export const speakers: Readonly<Record<ProviderKind, Speaker>> = { oidc, cas, wecom, dingtalk, feishu }
