/**
 * The oldest browsers in which the sites open: phones with iOS 16.4, the last Chrome for Windows 7 and what is made
 * from it. The build rewrites syntax and some styles for them; the functions and styles that they lack are refused in
 * the sources (tools/architecture/content.ts, e2e/newer-styles.ts) and taken away in
 * e2e/journeys/older-browsers.spec.ts.
 */
export const oldestBrowsers: string[] = ['chrome109', 'edge109', 'firefox114', 'safari16.4', 'ios16.4']
