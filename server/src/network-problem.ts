import type { Bilingual } from './http/language.ts'

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

/**
 * Why another machine, such as a mail server or a database, does not answer, followed by the words of the error; null
 * where it is not known.
 */
export const networkProblem = (error: unknown): Bilingual | null => {
  const traits = traitsOf(error)
  const found = known.find(([words]) => words.test(traits))
  if (!found || !(error instanceof Error)) return null
  const said = innermost(error).message.replace(/\n.*$/s, '')
  return { zh: `${found[1].zh}：${said}`, en: `${found[1].en}: ${said}` }
}
