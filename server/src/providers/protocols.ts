import { cas } from './cas.ts'
import { dingtalk } from './dingtalk.ts'
import { feishu } from './feishu.ts'
import { oidc } from './oidc.ts'
import type { ProviderProtocol } from './protocol.ts'
import type { ProviderKind } from './tables.ts'
import { wecom } from './wecom.ts'

/** The protocol of each kind of provider. */
export const protocols: Readonly<Record<ProviderKind, ProviderProtocol>> = { oidc, cas, wecom, dingtalk, feishu }
