import type { Bilingual } from '../http/language.ts'
import type { OutboundReason } from '../outbound/outbound.ts'

/** Why another machine cannot be used, by the codes and words of Node, of OpenSSL and of the mail library. */
const known: readonly (readonly [RegExp, Bilingual])[] = [
  [/ENOTFOUND|EDNS/, { zh: '查不到这个名字（DNS）', en: 'The name is not known (DNS)' }],
  [/EAI_AGAIN/, { zh: 'DNS没有回答', en: 'DNS does not answer' }],
  [
    /ECONNREFUSED/,
    {
      zh: '那台机器拒绝连接，端口上没有程序在听',
      en: 'The machine refuses the connection: nothing listens at the port',
    },
  ],
  [/EHOSTUNREACH|ENETUNREACH/, { zh: '网络到不了那台机器', en: 'The network does not lead to that machine' }],
  [/ECONNRESET|EPIPE|other side closed/, { zh: '连上又被断开', en: 'The connection was cut' }],
  [/TimeoutError|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT/, { zh: '没有回答', en: 'No answer' }],
  [/EAUTH/, { zh: '邮件服务器不认用户名或密码', en: 'The mail server takes neither user name nor password' }],
  [/CERT_HAS_EXPIRED|certificate has expired/, { zh: '对方的证书过期了', en: 'The certificate has expired' }],
  [/ALTNAME_INVALID|altnames/, { zh: '对方的证书不是给这个名字的', en: 'The certificate is for another name' }],
  [
    /SELF_SIGNED|ISSUER_CERT|LEAF_SIGNATURE|self-signed|issuer certificate|first certificate/,
    {
      zh: '对方的证书不受信任；校内自签的写在NODE_EXTRA_CA_CERTS',
      en: 'The certificate is not trusted; one of the school’s own belongs into NODE_EXTRA_CA_CERTS',
    },
  ],
  [
    /WRONG_VERSION_NUMBER|wrong version number/,
    {
      zh: '那个端口说的不是TLS：请检查网址开头（https、smtps）和端口',
      en: 'The port does not speak TLS: check how the address begins (https, smtps) and its port',
    },
  ],
]

/** An error and what caused it: names, codes and messages. */
const traitsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  const code = 'code' in error ? String(error.code) : ''
  return [error.name, code, error.message, traitsOf(error.cause)].join(' ')
}

const innermost = (error: Error): Error => (error.cause instanceof Error ? innermost(error.cause) : error)

/** Why a mail server or an address does not answer, followed by the words of the error; null where it is not known. */
export const networkProblem = (error: unknown): Bilingual | null => {
  const traits = traitsOf(error)
  const found = known.find(([words]) => words.test(traits))
  if (!found || !(error instanceof Error)) return null
  const said = innermost(error).message.replace(/\n.*$/s, '')
  return { zh: `${found[1].zh}：${said}`, en: `${found[1].en}: ${said}` }
}

/** The same for what only `OUTBOUND_ALLOW` or the way out decides: robots of class groups, log-in providers. */
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
