import sharp from 'sharp'
import type { Chance } from './chance.ts'
import { around, moreScenes, times, type Scene } from './more-drawings.ts'

/**
 * Pictures of the sample school, drawn by code: they show no real person and need no licence. They contain no text,
 * because fonts differ between machines.
 */
export type Drawing = keyof typeof scenes

const scenes = {
  ...moreScenes,
  street: {
    width: 900,
    height: 600,
    draw: (chance) => {
      const x = around(chance, 260, 560)
      const [sky, wall, ground] = chance.pick([
        ['#f3cfa2', '#c98f5e', '#8b5f42'],
        ['#cfe0ee', '#9fb3c4', '#6b7a88'],
        ['#e7e2c6', '#b7b07f', '#77734d'],
      ])
      return `<path fill="${sky}" d="M0 0h900v600H0z"/><circle cx="${around(chance, 120, 260)}" cy="150" r="64" fill="#fff6e0"/>
        <path fill="${wall}" d="M420 60h480v300H420z"/>${times(4, (at) => `<path fill="${at % 2 ? '#ffe3a8' : '#5e4632'}" fill-opacity=".8" d="M${462 + at * 110} 116h62v84h-62zM${462 + at * 110} 240h62v84h-62z"/>`)}
        <path fill="${ground}" d="M0 350h900v250H0z"/><path d="M64 0h34l10 350H48z" fill="#3a2a22"/><path d="M0 0h300c-20 60-160 60-300 40z" fill="#6e4a1e"/>
        <path d="M${x} 300c-34 6-44 60-42 120l-6 92h30l14-84 16 84h30l-8-100c8-50 6-104-34-112z" fill="#2b2a33"/>
        <path d="M${x - 34} 322c-14 30-14 70-10 104h76c6-40 4-80-8-104-14-14-44-14-58 0z" fill="#e8622c"/><circle cx="${x - 4}" cy="272" r="27" fill="#c98a63"/>
        <path d="M${x + 40} 380 ${x + 110} 510" stroke="#d8b07a" stroke-width="10"/>
        ${times(14, () => `<ellipse cx="${around(chance, 60, 860)}" cy="${around(chance, 470, 580)}" rx="13" ry="5" fill="#d98e32" transform="rotate(${around(chance, -40, 40)} 450 520)"/>`)}`
    },
  },
  window: {
    width: 480,
    height: 640,
    draw: (chance) => {
      const light = chance.pick(['#f4d9a2', '#bcd7ea', '#f0c2b0'])
      const x = around(chance, 300, 380)
      return `<path fill="#2c333d" d="M0 0h480v640H0z"/><path fill="#3d4754" d="M0 0h480v380H0z"/>
        <path fill="${light}" d="M70 70 260 130v250L70 330z"/><path d="M133 90v256M197 110v256M70 160l190 54M70 246l190 48" stroke="#3d4754" stroke-width="9"/>
        <path fill="${light}" fill-opacity=".5" d="M150 640 300 400h90L330 640z"/><circle cx="${x}" cy="270" r="24" fill="#14181f"/><path d="M${x - 30} 300c0-30 60-30 60 0l6 170h-72z" fill="#14181f"/>`
    },
  },
  beans: {
    width: 520,
    height: 600,
    draw: (chance) => {
      const grow = around(chance, 26, 52)
      return `<path fill="#e3f8f6" d="M0 0h520v600H0z"/>${times(13, (at) => `<path d="M${at * 40} 0v600M0 ${at * 46}h520" stroke="#0b6e69" stroke-opacity=".12"/>`)}
        <path d="M60 60v470h420" fill="none" stroke="#14181f" stroke-width="5"/>
        ${times(7, (at) => {
          const [x, y] = [100 + at * 56, 520 - (at + 1) * grow - around(chance, -8, 8)]
          return `<path d="M${x} 528V${y}" stroke="#0b6e69" stroke-width="6"/><path d="M${x} ${y}c-28-6-30-30-30-30 24-2 30 12 30 30zM${x} ${y}c28-6 30-30 30-30-24-2-30 12-30 30z" fill="#2fbfa6" stroke="#0b6e69" stroke-width="3"/>`
        })}`
    },
  },
  seal: {
    width: 480,
    height: 600,
    draw: (chance) => {
      const ink = chance.pick(['#14181f', '#b4271f'])
      return `<path fill="#efe6d6" d="M0 0h480v600H0z"/><rect x="90" y="110" width="300" height="300" rx="10" fill="${ink}"/>
        <g fill="none" stroke="#efe6d6" stroke-width="${around(chance, 11, 16)}" stroke-linecap="square">${times(
          2,
          (at) =>
            times(2, (row) => {
              const [x, y] = [118 + at * 134, 138 + row * 134]
              return `<path d="M${x} ${y + around(chance, 6, 22)}h110M${x + around(chance, 40, 70)} ${y}v108M${x + 6} ${y + around(chance, 50, 66)}h98M${x + 10} ${y + 108}l${around(chance, 26, 44)}-38M${x + 104} ${y + 108}l-34-38"/>`
            }),
        )}</g><path d="M90 470h220M90 508h150" stroke="#b9ad97" stroke-width="8"/><path d="M90 560h300" stroke="#14181f" stroke-width="3"/>`
    },
  },
  moon: {
    width: 480,
    height: 640,
    draw: (chance) => {
      const [x, y] = [around(chance, 250, 370), around(chance, 110, 190)]
      return `<path fill="#0e2a5c" d="M0 0h480v640H0z"/><circle cx="${x}" cy="${y}" r="72" fill="#fff3d1"/><path fill="#123a78" d="M0 380h480v260H0z"/>
        ${times(6, (at) => `<path d="M${x - 50 + at * 6} ${410 + at * 22}h${110 - at * 12}" stroke="#fff3d1" stroke-opacity=".7" stroke-width="5" stroke-linecap="round"/>`)}
        ${times(30, (at) => {
          const height = around(chance, 18, 78)
          return `<rect x="${40 + at * 13}" y="${560 - height / 2}" width="7" height="${height}" rx="3.5" fill="${at < 12 ? '#ffc53d' : '#94bfff'}"/>`
        })}`
    },
  },
  comic: {
    width: 560,
    height: 620,
    draw: (chance) => {
      const tints = chance.shuffle(['#eaf1ff', '#fff4e5', '#f0f8e2', '#fdeef6'])
      const cloud = 'c-30 0-34-44-2-48 4-36 56-38 64-6 34-8 50 40 18 52z'
      return `<path fill="#14181f" d="M0 0h560v620H0z"/>${times(4, (at) => `<rect x="${14 + (at % 2) * 272}" y="${14 + Math.floor(at / 2) * 300}" width="260" height="288" fill="${tints[at] ?? '#fff'}"/>`)}
        <g fill="#fff" stroke="#14181f" stroke-width="6" stroke-linejoin="round"><path d="M100 160${cloud}"/><path d="M110 190v30M140 190v40M170 190v30" stroke="#165dff"/>
        <circle cx="360" cy="130" r="40" fill="#ffe3c9"/><circle cx="470" cy="150" r="34" fill="#f2c9a0"/><path d="M300 300c0-90 120-90 120 0z" fill="#b4317a"/><path d="M420 300c0-70 100-70 100 0z" fill="#165dff"/>
        <rect x="70" y="390" width="150" height="96" rx="8"/><path d="M90 420h90M90 446h60M50 510h190"/><path d="M340 400h170v120H340zM340 440h170M340 480h170M396 400v120M452 400v120"/></g>`
    },
  },
  cat: {
    width: 520,
    height: 560,
    draw: (chance) => {
      const x = around(chance, 220, 280)
      return `<path fill="#f6f0e0" d="M0 0h520v560H0z"/><path fill="#14181f" d="M50 46h420v400H50z"/>
        <path fill="#f6f0e0" d="M${x - 70} 200l-14-96 70 52h60l70-52-14 96c50 60 60 170 30 246H${x - 104}c-34-90-16-190 34-246z"/>
        <g fill="none" stroke="#14181f" stroke-width="8" stroke-linecap="round"><path d="M${x - 36} 216h6M${x + 54} 216h6M${x + 4} 250l10 8 10-8M${x - 80} 330l50 10M${x - 84} 370l50 4M${x + 120} 330l-50 10M${x + 124} 370l-50 4"/></g>
        <path d="M84 96h60M84 126h36M400 110l34 20" stroke="#f6f0e0" stroke-width="8" stroke-linecap="round"/>`
    },
  },
  run: {
    width: 560,
    height: 560,
    draw: (chance) => {
      const bend = around(chance, 60, 180)
      return `<path fill="#ffede8" d="M0 0h560v560H0z"/><path d="M0 460h560M110 0v560M430 0v560" stroke="#fff" stroke-width="44"/><rect x="190" y="80" width="190" height="220" rx="95" fill="#cfe6cd"/>
        <path d="M70 ${bend + 200}c30-${bend} 110-190 210-190s190 60 190 190-60 150-190 150-90 ${Math.round((150 - bend) / 2)}-190 ${150 - bend}" fill="none" stroke="#b3341f" stroke-width="13" stroke-linecap="round"/>
        <circle cx="70" cy="${bend + 200}" r="18" fill="#ffc53d" stroke="#14181f" stroke-width="5"/><circle cx="92" cy="500" r="18" fill="#14181f"/>`
    },
  },
} satisfies Record<string, Scene>

/** Renders a drawing as a picture file; the same chance gives the same picture. */
export const draw = (what: Drawing, chance: Chance): Promise<Buffer> => {
  const { width, height, draw: shapes } = scenes[what]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${shapes(chance)}</svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 6 }).toBuffer()
}
