/** A letter for testing that mail is delivered. */
export const testLetter = (site_name: string, address: string): { subject: string; text: string } => ({
  subject: `${site_name}：测试邮件 / Test email`,
  text: [
    `这是${site_name}的测试邮件。收到它，说明邮件可以送达。`,
    `This is a test email from ${site_name}. It arrived, so emails do.`,
    ...(address ? ['', address] : []),
  ].join('\n'),
})
