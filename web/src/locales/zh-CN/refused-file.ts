/** Why a file cannot be submitted, in the list of files, which is loaded once there is one. */
export const refusedFile = {
  heic: '这是HEIC照片，别的设备打不开：先在相册里导出成JPG，再把相机的照片格式改成JPG（iPhone选「兼容性最佳」）',
  type: (ending: string) =>
    `${ending ? `.${ending}` : '没有扩展名的文件'}不能上传，可以交图片、PDF、Word、Excel、音频、视频`,
  size: (mb: number, max: number) => `有${mb} MB，最大${max} MB。可先在手机里压缩`,
  empty: '文件是空的，请选有内容的文件',
  twice: '这个文件已经在列表里了。要换成新的，先移除原来那个',
  noPicture: (name: string) => `「${name}」不是能放进正文的图片，已加到下面的文件里`,
  count: (max: number) => `最多${max}个文件，先移除一个，或打包成压缩文件`,
}
