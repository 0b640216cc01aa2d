/** The marks of a returned work, and which of them are mended. */
export const mended = {
  title: (version: number) => `第${version}版的批注`,
  count: (done: number, all: number) => `${all}处里改好了${done}处`,
  place: (n: number) => `第${n}处`,
  cut: (version: number, n: number) => `第${version}版里第${n}处的样子`,
  by: { student: '学生说改好了', staff: '老师标为改好了' },
}
