import type { Language } from '@tongchuang/contract/errors.ts'
import { say } from '../http/language.ts'
import type { ProviderFailure } from './failures.ts'

const ways: Readonly<Record<string, { zh: string; en: string }>> = {
  PRIVATE: {
    zh: '地址在内网：请在服务器的OUTBOUND_ALLOW里写上它的主机和端口',
    en: 'the address is inside a network: name its host and port in OUTBOUND_ALLOW of the server',
  },
  INSECURE: { zh: '地址要用https', en: 'the address needs https' },
  UNKNOWN_HOST: { zh: '找不到这个主机名', en: 'nobody knows this host' },
  UNREACHABLE: { zh: '连不上', en: 'nobody answers there' },
  CERTIFICATE: { zh: '证书不可信', en: 'its certificate does not hold' },
  TIMEOUT: { zh: '几秒内没有回答', en: 'no answer within some seconds' },
  TOO_LONG: { zh: '回答超过64 KB', en: 'the answer is over 64 KB' },
}
const problems = {
  DOWN: { zh: '连不上', en: 'It does not answer' },
  REFUSED: { zh: '对方拒绝了', en: 'It refuses' },
  ANSWER: { zh: '对方的回答不对', en: 'Its answer does not hold' },
  SETUP: { zh: '设置不对', en: 'It is not set up rightly' },
} as const

/** The explanation of a provider's failure for administrators: the problem, and its detail. */
export const problemSentence = ({ problem, detail }: ProviderFailure, language: Language): string => {
  const way = ways[detail]
  const seen = way ? say(way, language) : detail
  return language === 'en-US' ? `${problems[problem].en}: ${seen}` : `${problems[problem].zh}：${seen}`
}
