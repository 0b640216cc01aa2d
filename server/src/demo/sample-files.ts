import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { times } from './more-drawings.ts'

/** Five seconds of silence as a recording. */
export const silence = (): Buffer => {
  const rate = 8_000
  const samples = rate * 5
  const bytes = Buffer.alloc(44 + samples, 128)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + samples, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples, 40)
  return bytes
}

/**
 * Four seconds of rain with its noise. Nothing here can write a film, so it lies beside this file, as made by the
 * ffmpeg of Debian:
 * `-f lavfi -i
 * "nullsrc=s=240x136:r=8:d=4,geq=lum='if(lt(mod(Y-T*160+53*floor(X/8)\\,68)\\,9)*eq(mod(floor(X/8)*7\\,5)\\,0)\\,225\\,40)':cb=138:cr=122"
 * -f lavfi -i "anoisesrc=color=pink:amplitude=0.2:r=16000:d=4:seed=1"
 * -c:v libx264 -profile:v baseline -pix_fmt yuv420p -crf 40 -g 32
 * -c:a aac -b:a 12k -ac 1 -shortest -movflags +faststart`.
 */
export const film = (): Buffer => readFileSync(join(import.meta.dirname, 'rain.mp4'))

/** Four pages of bars and lines. */
export const report = (): Buffer => {
  const pages = [1, 2, 3, 4]
  const bars = (page: number) =>
    times(8, (at) => `0.09 0.36 1 rg ${80 + at * 54} 300 34 ${60 + ((at * 37 + page * 53) % 240)} re f `)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count 4/Kids[${pages.map((page) => `${page * 2 + 1} 0 R`).join(' ')}]>>`,
    ...pages.flatMap((page) => {
      const drawn = `${bars(page)} 0 0 0 RG 3 w 70 300 m 530 300 l S 0.6 w ${times(9, (line) => `70 ${240 - line * 20} m ${430 + ((line * 29) % 100)} ${240 - line * 20} l S `)}`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>/Contents ${page * 2 + 2} 0 R>>`,
        `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
      ]
    }),
  ]
  const parts = ['%PDF-1.4\n']
  const places: number[] = []
  for (const [at, object] of objects.entries()) {
    places.push(parts.join('').length)
    parts.push(`${at + 1} 0 obj${object}endobj\n`)
  }
  const start = parts.join('').length
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
  )
  return Buffer.from(parts.join(''), 'latin1')
}

/** Programs students wrote. */
export const programs = {
  names: `import json, random
from pathlib import Path

CALLED = Path("called.json")


def load():
    return json.loads(CALLED.read_text("utf-8")) if CALLED.exists() else []


def pick(names, called):
    """不重复地点一个人；都点过了就从头再来。"""
    left = [name for name in names if name not in called]
    if not left:
        called.clear()
        left = names
    name = random.choice(left)
    called.append(name)
    CALLED.write_text(json.dumps(called, ensure_ascii=False), "utf-8")
    return name


if __name__ == "__main__":
    names = Path("名单.txt").read_text("utf-8").split()
    print(pick(names, load()))
`,
  greeting: `from datetime import datetime

name = input("你叫什么名字？")
mood = input("今天过得怎么样？")
hour = datetime.now().hour

if hour < 6:
    print(f"{name}，该睡了。")
elif hour < 12:
    print(f"早上好，{name}。")
else:
    print(f"{name}，下午好。")

if "不" in mood:
    print("那我们慢一点。")
`,
  folders: `from pathlib import Path

desk = Path.home() / "Desktop"
moves = [(one, desk / (one.suffix[1:] or "其他")) for one in desk.iterdir() if one.is_file()]

# 先打印，再移动。
for one, home in moves:
    print(one.name, "→", home.name)

if input("搬吗？(y) ") == "y":
    for one, home in moves:
        home.mkdir(exist_ok=True)
        one.rename(home / one.name)
`,
} as const
