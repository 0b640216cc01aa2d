/** What is said where a browser keeps no cookies: what does not work, and how it does. */
export const cookieTexts = {
  'zh-CN':
    '这个浏览器不保存本站的Cookie，所以图片和文件打不开，刷新后可能要重新登录。在浏览器的设置里允许本站使用Cookie，再刷新就好。',
  'en-US':
    'This browser keeps no cookies for this site, so pictures and files do not open, and you may have to log in again after a reload. Allow cookies for this site in the settings of the browser, then reload.',
} as const
