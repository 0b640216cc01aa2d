/**
 * Every refusal of the product: reason → code and text in both languages. `{name}` is filled from the refusal's data.
 * Code 0 is an ordinary refusal; 50008, 50012 and 50014 end a session (specification section 8).
 */
export const refusals = {
  // Sessions
  NO_SESSION: { code: 50008, zh: '请先登录', en: 'Please log in first' },
  ELSEWHERE: { code: 50012, zh: '账号已在其他设备登录', en: 'Signed in on another device' },
  EXPIRED: { code: 50014, zh: '登录已过期，请重新登录', en: 'Your session has expired, please log in again' },
  ROLE: { code: 0, zh: '当前身份不能这样做', en: 'Your role does not allow this' },
  PASSWORD: { code: 0, zh: '请先修改密码', en: 'Please change your password first' },

  // Input
  INVALID: { code: 0, zh: '{problem}', en: '{problem}' },
  BODY: { code: 0, zh: '请求内容无法读取', en: 'The request body cannot be read' },
  NOT_FOUND: { code: 0, zh: '内容不存在或已被移走', en: 'This does not exist or has been moved' },
  NO_ROUTE: { code: 0, zh: '没有这个地址', en: 'There is nothing at this address' },
  TOO_LARGE: { code: 0, zh: '内容太大', en: 'That is too large' },
  TOO_COMPLEX: {
    code: 0,
    zh: '这份内容处理起来太费时，请拆小或简化后再试',
    en: 'This takes too long to process, please make it smaller or simpler',
  },
  TOO_FAST: { code: 0, zh: '操作太频繁，请{seconds}秒后再试', en: 'Too many requests, try again in {seconds} s' },
  BUSY: {
    code: 0,
    zh: '现在人太多，请稍后再试，你的内容没有丢',
    en: 'The server is busy, try again shortly. Your work is safe',
  },
  READ_ONLY: {
    code: 0,
    zh: '暂时只能查看，请稍后再保存，你的内容没有丢',
    en: 'For now everything can be read and nothing saved, try again later. Your work is safe',
  },
  FAULT: {
    code: 0,
    zh: '抱歉，服务器出了问题（编号{request_id}）。你的内容没有丢',
    en: 'Sorry, something broke on our side ({request_id}). Your work is safe',
  },

  // Accounts
  CREDENTIALS: { code: 0, zh: '用户名或密码不正确', en: 'User name or password is incorrect' },
  PAUSED: { code: 0, zh: '尝试次数过多，请{seconds}秒后再试', en: 'Too many attempts, try again in {seconds} s' },
  NAME_TAKEN: { code: 0, zh: '这个用户名已有人用', en: 'This user name is taken' },
  NAME_RULE: {
    code: 0,
    zh: '用户名需2–30个字，可用汉字、字母、数字、. _ -',
    en: 'User names have 2–30 letters, digits, Han characters, . _ -',
  },
  WEAK_PASSWORD: { code: 0, zh: '这个密码太常见，请换一个', en: 'This password is too common, please choose another' },
  CODE_WRONG: { code: 0, zh: '验证码不正确或已失效', en: 'The code is wrong or no longer valid' },
  INVITE: { code: 0, zh: '邀请码不正确', en: 'The invite code is not valid' },
  CONSENT: { code: 0, zh: '请先阅读并同意个人信息说明', en: 'Please read and accept how your data is used' },
  CLOSED_DOOR: { code: 0, zh: '这种注册方式没有开放', en: 'This way of registering is not open' },
  NO_SMS: {
    code: 0,
    zh: '暂不支持手机验证码，请用邮箱或邀请码',
    en: 'Text messages are not available, use email or an invite code',
  },
  NO_MAIL: { code: 0, zh: '这个站点没有配置邮件', en: 'This site has no email set up' },
  WRONG_PASSWORD: { code: 0, zh: '当前密码不正确', en: 'The current password is incorrect' },

  NUMBER_TAKEN: { code: 0, zh: '这个学号已经是别人的', en: 'This student number is somebody else’s' },
  MOBILE_TAKEN: { code: 0, zh: '这个手机号不能核实给这名学生', en: 'This number cannot be confirmed for this person' },
  BOTH_USED: {
    code: 0,
    zh: '两个账号都已有人登录过，或已登记成绩，不能自动合并。请停用其中一个',
    en: 'Both accounts have been used or have results, and cannot be joined by themselves: disable one of them',
  },
  FACTOR: { code: 0, zh: '还要输入动态码', en: 'A code of your authenticator is needed too' },
  FACTOR_WRONG: { code: 0, zh: '动态码不对或已经用过', en: 'The code is wrong or was used before' },
  FACTOR_CLOSED: { code: 0, zh: '服务器密钥换过了，请找网管', en: 'The server has another secret: ask your IT staff' },
  FACTOR_ON: { code: 0, zh: '两步验证已经开着', en: 'The second factor is on already' },
  FACTOR_NEEDED: { code: 0, zh: '这需要先打开两步验证', en: 'This needs a second factor' },
  CHALLENGE: { code: 0, zh: '等得太久，请重新登录', en: 'That took too long, please log in again' },
  SETUP_KEY: {
    code: 0,
    zh: '链接已失效，请用服务器最近打印的那一个',
    en: 'This link no longer opens, use the one the server printed last',
  },
  BACKUP: { code: 0, zh: '没有恢复：{problem}', en: 'Nothing was restored: {problem}' },
  PROVIDER_STATE: {
    code: 0,
    zh: '这次登录已经失效，请重新开始',
    en: 'This log-in is no longer valid, please begin again',
  },
  PROVIDER_BROWSER: {
    code: 0,
    zh: '这次登录不是在这个浏览器里开始的，请重新开始',
    en: 'This log-in was not begun in this browser, please begin again',
  },
  PROVIDER_OFF: { code: 0, zh: '这种登录方式现在没有开放', en: 'This way of logging in is not open' },
  PROVIDER_DOWN: {
    code: 0,
    zh: '{name}现在连不上，请用用户名和密码登录',
    en: '{name} does not answer now, please log in with user name and password',
  },
  PROVIDER_REFUSED: { code: 0, zh: '{name}没有让你登录', en: '{name} did not let you log in' },
  PROVIDER_ANSWER: {
    code: 0,
    zh: '{name}的回答对不上，没有登录。请重试，或告诉管理员',
    en: 'The answer of {name} does not hold, you are not logged in. Try again, or tell an administrator',
  },
  PROVIDER_SETUP: {
    code: 0,
    zh: '{name}还没有设置好，请告诉管理员',
    en: '{name} is not set up rightly, please tell an administrator',
  },
  ROBOT_ADDRESS: {
    code: 0,
    zh: 'JSON和不在名单里的地址，要由管理员来接',
    en: 'JSON, and addresses that are not listed, are for administrators to set up',
  },
  TOO_MANY_ROBOTS: { code: 0, zh: '一个公会最多接{max}个机器人', en: 'A guild can have at most {max} robots' },
  TOO_MANY_PROVIDERS: { code: 0, zh: '登录方式最多{max}个', en: 'There can be at most {max} providers' },
  ACCOUNT_DISABLED: { code: 0, zh: '这个账号已停用，请联系老师', en: 'This account is disabled, please ask a teacher' },
  STAFF_LINK: {
    code: 0,
    zh: '老师和助教请用密码登录管理端，在「我的账号」里连接{name}',
    en: 'Staff log into the admin site with the password and link {name} under “My account”',
  },
  STAFF_PASSWORD: { code: 0, zh: '进管理端请用密码登录', en: 'Please log into the admin site with your password' },
  NOT_LINKED: {
    code: 0,
    zh: '这个{name}账号还没有连接。请用密码登录，再到「我的账号」里连接',
    en: 'This account of {name} is not linked. Log in with your password and link it under “My account”',
  },
  IDENTITY_TAKEN: {
    code: 0,
    zh: '这个账号已经连接了另一个{name}账号，或者这个{name}账号已经有人用。请联系老师',
    en: 'This account is linked with another one of {name}, or that one is somebody else’s. Please ask a teacher',
  },
  LAST_WAY_IN: {
    code: 0,
    zh: '你还没有密码，断开后就登不进来了。请先请老师重置密码',
    en: 'You have no password and could not log in any more. Ask a teacher for a password first',
  },
  LAST_ADMIN: { code: 0, zh: '至少要留一位能登录的管理员', en: 'One administrator who can log in must remain' },
  DELETION_APPROVED: {
    code: 0,
    zh: '这个账号已同意注销，不能直接恢复。30天内可以在「注销申请」里撤回注销',
    en: 'The deletion of this account was approved. For 30 days it can be called off under “Deletion requests”',
  },
  OWN_ACCOUNT: { code: 0, zh: '不能对自己的账号这样做', en: 'You cannot do this to your own account' },

  // Guilds
  NOT_MEMBER: {
    code: 0,
    zh: '你不是这个公会的成员，或在其中担任老师、助教',
    en: 'You are not a student member of this guild',
  },
  CODE: { code: 0, zh: '这个公会需要邀请码', en: 'This guild needs an invite code' },
  GUILD_CLOSED: { code: 0, zh: '这个公会暂不招新', en: 'This guild is not taking members' },
  FULL: { code: 0, zh: '名额刚刚满了', en: 'The last place has just been taken' },

  INVITATION: { code: 0, zh: '这个邀请已经失效或已经答复', en: 'This invitation no longer stands or was answered' },
  INVITATIONS: {
    code: 0,
    zh: '等待答复的邀请最多{max}个，先撤回一些再邀请',
    en: 'At most {max} invitations wait for an answer: withdraw some first',
  },
  NOT_INVITED: {
    code: 0,
    zh: '没有发出邀请：已在公会里，或邀请还在等答复，或一周内谢绝过、邀请过三次',
    en: 'No invitation was sent: they are already in, an invitation waits, or within the last week they declined one or were sent three',
  },

  // Tasks
  STATE: { code: 0, zh: '任务状态已变化，请刷新', en: 'The task has changed. Reload the page' },
  NOT_OPEN: { code: 0, zh: '任务还没有开放', en: 'This task is not open yet' },
  TOO_LATE: { code: 0, zh: '发出超过10分钟，不能再收回', en: 'It went out more than ten minutes ago and stays' },
  CLOSED: { code: 0, zh: '已停止提交{kept}', en: 'This task is closed{kept}' },
  LOCKED: { code: 0, zh: '先完成前面的任务：{titles}', en: 'Finish these first: {titles}' },
  LEVEL: { code: 0, zh: '需要达到{min_level}级', en: 'You need level {min_level}' },
  TOO_MANY: {
    code: 0,
    zh: '这个公会同时进行的任务最多{max}个，先完成一些再接',
    en: 'Tasks under way in a guild: {max} at most, finish some first',
  },
  COOLDOWN: {
    code: 0,
    zh: '现在不能再接这个任务，下一轮：{next_day}',
    en: 'You cannot take this again yet. Next round: {next_day}',
  },

  DONE_ELSEWHERE: {
    code: 0,
    zh: '这名学生在另一个班做这个任务，不能在这里登分',
    en: 'This student does this task in another class: nothing can be typed here',
  },
  OTHER_CLASS: { code: 0, zh: '你在「{guild}」做这个任务', en: 'You are doing this task in {guild}' },

  // Submissions
  EMPTY: { code: 0, zh: '还没有内容，写点什么或加个文件', en: 'There is nothing in it yet' },
  MISSING: { code: 0, zh: '还缺：{parts}', en: 'Still missing: {parts}' },
  ATTEMPTS: { code: 0, zh: '提交次数已用完', en: 'No attempts left' },
  CONFLICT: {
    code: 0,
    zh: '这份内容在别处改过，两份都为你留着',
    en: 'This was changed elsewhere. Both versions are kept',
  },
  KEY_REUSED: {
    code: 0,
    zh: '同一提交编号下内容不同，请重新提交',
    en: 'The same key was used for different content, please submit again',
  },
  FILE: { code: 0, zh: '文件未传完，请检查', en: 'A file has not arrived whole. Please check your files' },
  WITHDRAW_OVER: {
    code: 0,
    zh: '已经停止提交，不能再撤回',
    en: 'This task is closed; your work can no longer be withdrawn',
  },
  IN_REVIEW: { code: 0, zh: '老师已经开始批阅，不能撤回', en: 'The review has started; it can no longer be withdrawn' },
  APPEAL: {
    code: 0,
    zh: '申诉须在结果公布7天内，每个结果一次',
    en: 'Appeal within 7 days of a result, once per result',
  },

  // Discussions
  SELF: { code: 0, zh: '不能给自己点赞或举报自己', en: 'You cannot like or report what is your own' },
  DUPLICATE: { code: 0, zh: '同样的话刚刚发过了', en: 'You have just posted the same text' },
  DISCUSSION_CLOSED: { code: 0, zh: '这里的讨论现在只能看，不能写', en: 'This discussion can only be read now' },
  EDIT_OVER: {
    code: 0,
    zh: '{why}不能再改，可以{remove}，或再写一条',
    en: '{why} it cannot be changed. You can {remove} or write another',
  },
  NO_ANONYMOUS: { code: 0, zh: '这个公会不能匿名发言', en: 'This guild does not allow anonymous posts' },

  // Files
  FILE_TYPE: {
    code: 0,
    zh: '「{name}」不是可以上传的类型，或者内容和扩展名对不上',
    en: '"{name}" is of a type that cannot be uploaded, or its content does not fit its ending',
  },
  FILE_SIZE: { code: 0, zh: '「{name}」超过{max_mb} MB', en: '"{name}" is over {max_mb} MB' },
  DISK_FULL: {
    code: 0,
    zh: '服务器的磁盘满了，请告诉老师。已传的部分还在',
    en: 'The disk of the server is full, please tell a teacher. What was uploaded is kept',
  },
  QUOTA: { code: 0, zh: '你的空间不够了，最多{max_mb} MB', en: 'You are out of space ({max_mb} MB)' },
  UPLOADS_OPEN: { code: 0, zh: '{max}个文件还没传完，传完再传这个', en: '{max} files are under way, so this waits' },
  UPLOADED_TODAY: { code: 0, zh: '24小时内最多上传{max_mb} MB，晚些再传', en: 'No more than {max_mb} MB in 24 hours' },

  // Rankings
  RANKINGS_OFF: { code: 0, zh: '学校没有开放榜单', en: 'Your school does not show rankings' },

  // Staff
  ARCHIVED: { code: 0, zh: '公会已归档，只能查看', en: 'This guild is archived and can only be read' },
  NO_REPLIES: { code: 0, zh: '这条公告不收回复', en: 'This announcement takes no replies' },
  LAST_TEACHER: { code: 0, zh: '公会至少要有一位老师', en: 'A guild needs at least one teacher' },
  INCOMPLETE: { code: 0, zh: '发布前还缺：{parts}', en: 'Before publishing: {parts}' },
  TELL_HOLDERS: {
    code: 0,
    zh: '已有同学接取，改这些要通知他们：{parts}',
    en: 'Students have taken this task; changing these needs a notice: {parts}',
  },
  DUE_EARLIER: { code: 0, zh: '已有同学接取，截止时间只能往后改', en: 'It cannot be due earlier: students hold it' },
  CYCLE: { code: 0, zh: '前置任务绕成了圈：{titles}', en: 'These prerequisites go in a circle: {titles}' },
  LOCKED_REVIEW: { code: 0, zh: '{name}正在批阅这份作品', en: '{name} is reviewing this work' },
  OWN_WORK: { code: 0, zh: '自己的作品和任务由别的老师处理', en: 'Another teacher decides on your own work' },
  NOT_REVIEWING: { code: 0, zh: '先打开批阅再保存结果', en: 'Open the review before saving a result' },
  FEEDBACK: { code: 0, zh: '退回或不通过时要写明原因', en: 'Say why when returning or failing a work' },
  CRITERIA: { code: 0, zh: '每条标准选一档', en: 'Choose a level for every criterion' },
  RELEASED: { code: 0, zh: '结果已公布，改动要写原因', en: 'This result is released. Say why it changes' },
  SCORE: { code: 0, zh: '分数应在0到{max}之间', en: 'The score must be between 0 and {max}' },
  CHANGED: { code: 0, zh: '没有保存，刚有人改过，请再看一遍', en: 'Not saved: changed meanwhile, look again' },
  SCALE: { code: 0, zh: '没有保存，满分已从{from}分改为{to}分', en: 'Not saved: full marks are {to}, not {from}' },
} as const satisfies Record<string, { code: number; zh: string; en: string }>

export type Reason = keyof typeof refusals
export type Language = 'zh-CN' | 'en-US'
export type RefusalData = Readonly<Record<string, unknown>>

/** A refusal, before it becomes an envelope. `data` is sent to the caller beside `reason` and fills the text. */
export class Refusal extends Error {
  readonly reason: Reason
  readonly data: RefusalData
  constructor(reason: Reason, data: RefusalData = {}) {
    super(reason)
    this.reason = reason
    this.data = data
  }
}

/** Makes a refusal to throw: `throw fail('NOT_OPEN')`. */
export const fail = (reason: Reason, data?: RefusalData): Refusal => new Refusal(reason, data)

/** The text of a refusal in a language. A list in `data` is joined by commas. */
export const refusalText = (reason: Reason, data: RefusalData, language: Language): string => {
  const { zh, en } = refusals[reason]
  return (language === 'en-US' ? en : zh).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = data[name]
    return Array.isArray(value) ? value.join(language === 'en-US' ? ', ' : '、') : String(value ?? '')
  })
}
