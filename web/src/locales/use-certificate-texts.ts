import { useLanguage } from '@tongchuang/ui/language.ts'
import { certificate as enUS } from './en-US/certificate.ts'
import { certificate as zhCN } from './zh-CN/certificate.ts'

/** The words of the certificate: with the one part that says them, for no other page waits for them. */
export const useCertificateTexts = (): typeof zhCN => (useLanguage() === 'zh-CN' ? zhCN : enUS)
