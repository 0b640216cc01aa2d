import type { Bilingual } from '../http/language.ts'
import type { OutboundReason } from '../outbound/outbound.ts'

/** What came of a request that `OUTBOUND_ALLOW` or the way out decides: robots of class groups, log-in providers. */
export const outsideProblems: Readonly<Record<OutboundReason, Bilingual>> = {
  ADDRESS: { zh: '地址不对', en: 'is not an address' },
  INSECURE: { zh: '不是https', en: 'is not https' },
  UNKNOWN_HOST: { zh: '查不到这个名字', en: 'is a name nobody knows' },
  PRIVATE: {
    zh: '解析到校内或本机的地址，OUTBOUND_ALLOW没有放行',
    en: 'leads inside, and OUTBOUND_ALLOW does not name it',
  },
  CERTIFICATE: { zh: '证书不受信任', en: 'has a certificate that is not trusted' },
  UNREACHABLE: { zh: '连不上', en: 'does not answer' },
  TIMEOUT: { zh: '没有及时回答', en: 'does not answer in time' },
  TOO_LONG: { zh: '回答太长', en: 'answers at too great a length' },
  NO_ANSWER: { zh: '回答读不懂', en: 'answers what cannot be read' },
}
