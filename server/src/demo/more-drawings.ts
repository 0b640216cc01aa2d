import type { Chance } from './chance.ts'

export type Scene = { width: number; height: number; draw: (chance: Chance) => string }

export const around = (chance: Chance, from: number, to: number): number =>
  Math.round(from + chance.next() * (to - from))
export const times = (count: number, draw: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')

const paper = (width: number, height: number, fill: string, line: string): string =>
  `<path fill="${fill}" d="M0 0h${width}v${height}H0z"/>${times(Math.ceil(width / 40), (at) => `<path d="M${at * 40} 0v${height}" stroke="${line}" stroke-opacity=".14"/>`)}${times(Math.ceil(height / 40), (at) => `<path d="M0 ${at * 40}h${width}" stroke="${line}" stroke-opacity=".14"/>`)}`

/** Pictures of what is measured, counted and found around a school. */
export const moreScenes = {
  bricks: {
    width: 640,
    height: 480,
    draw: (chance) => {
      const reds = ['#c9694a', '#b85a3d', '#d67f5f', '#a94f36']
      const marked = around(chance, 1, 3)
      return `<path fill="#e9ded0" d="M0 0h640v480H0z"/>${times(10, (row) =>
        times(
          8,
          (at) =>
            `<rect x="${at * 86 - (row % 2) * 43}" y="${row * 48}" width="80" height="42" rx="3" fill="${chance.pick(reds)}"/>`,
        ),
      )}
        <rect x="${marked * 86 + 40}" y="141" width="258" height="192" fill="#fff" fill-opacity=".22" stroke="#fff" stroke-width="7" stroke-dasharray="18 12"/>
        <path d="M${marked * 86 + 40} 372h258m-258-14v28m258-28v28" stroke="#14181f" stroke-width="6"/><circle cx="586" cy="428" r="34" fill="#6b7280"/><circle cx="586" cy="428" r="22" fill="none" stroke="#9aa1ad" stroke-width="5"/>`
    },
  },
  field: {
    width: 620,
    height: 480,
    draw: (chance) =>
      `<path fill="#cfe6cd" d="M0 0h620v480H0z"/><rect x="60" y="60" width="500" height="360" rx="180" fill="#c9694a"/><rect x="104" y="104" width="412" height="272" rx="136" fill="#5fa05a"/>
        <rect x="132" y="132" width="356" height="216" rx="108" fill="none" stroke="#fff" stroke-width="4"/><circle cx="310" cy="240" r="44" fill="none" stroke="#fff" stroke-width="4"/><path d="M310 104v272" stroke="#fff" stroke-width="4"/>
        ${times(12, (at) => `<path d="M${at * 56} 0v480M0 ${at * 56}h620" stroke="#14181f" stroke-opacity=".18" stroke-width="2"/>`)}
        ${times(5, () => `<rect x="${around(chance, 2, 8) * 56}" y="${around(chance, 2, 6) * 56}" width="56" height="56" fill="#ffc53d" fill-opacity=".75"/>`)}`,
  },
  bars: {
    width: 560,
    height: 460,
    draw: (chance) => {
      const high = around(chance, 2, 5)
      return `${paper(560, 460, '#fff8db', '#7a5a00')}<path d="M70 50v340h440" fill="none" stroke="#14181f" stroke-width="5"/>${times(
        8,
        (at) => {
          const height = at === high ? around(chance, 250, 300) : around(chance, 50, 190)
          return `<rect x="${92 + at * 52}" y="${388 - height}" width="34" height="${height}" rx="3" fill="${at === high ? '#165dff' : '#bcd7fb'}"/>`
        },
      )}<path d="M${109 + high * 52} 62v20m-10-10 10 12 10-12" fill="none" stroke="#b4271f" stroke-width="5" stroke-linecap="round"/>`
    },
  },
  lines: {
    width: 600,
    height: 460,
    draw: (chance) => {
      const turn = around(chance, 4, 6)
      const [ink, tint] = chance.pick([
        ['#b4317a', '#fdeef6'],
        ['#165dff', '#eaf1ff'],
        ['#0b6e69', '#e3f8f6'],
        ['#9a4a00', '#fff4e5'],
        ['#6b3fc9', '#f2ecff'],
      ] as const)
      // The values change on one day, for the better or for the worse.
      const [before, after] = chance.pick([
        [150, 300],
        [310, 190],
      ] as const)
      const points = Array.from({ length: 11 }, (_, at): [number, number] => [
        80 + at * 46,
        (at <= turn ? before : after) + around(chance, -34, 34),
      ])
      const [x = 0, y = 0] = points[turn] ?? []
      return `${paper(600, 460, tint, ink)}<path d="M60 40v360h500" fill="none" stroke="#14181f" stroke-width="5"/>
        <path d="M${points.map((point) => point.join(' ')).join('L')}" fill="none" stroke="${ink}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>
        ${points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="8" fill="#fff" stroke="${ink}" stroke-width="5"/>`).join('')}
        <path d="M${x} ${y - 24}v-36" stroke="#14181f" stroke-width="4"/><rect x="${x - 12}" y="${y - 100}" width="150" height="40" rx="20" fill="#ffc53d"/><path d="M${x + 8} ${y - 80}h108" stroke="#14181f" stroke-width="6" stroke-linecap="round"/>`
    },
  },
  lights: {
    width: 640,
    height: 440,
    draw: (chance) =>
      `<path fill="#3d4757" d="M0 0h640v440H0z"/><path fill="#525d6d" d="M0 290h640v150H0z"/>${times(5, (at) => `<rect x="${30 + at * 130}" y="352" width="74" height="16" fill="#fff"/>`)}
        <path d="M150 80v260" stroke="#14181f" stroke-width="14"/><rect x="106" y="40" width="88" height="196" rx="22" fill="#14181f"/><circle cx="150" cy="84" r="25" fill="#7c2a26"/><circle cx="150" cy="138" r="25" fill="#7a5f1c"/><circle cx="150" cy="192" r="25" fill="#2fbf71"/>
        <g transform="translate(${around(chance, 380, 470)} 230)"><rect x="0" y="24" width="130" height="50" rx="14" fill="#4a86ff"/><path d="M22 26 40 0h50l20 26z" fill="#bcd7fb"/><circle cx="30" cy="76" r="15" fill="#14181f"/><circle cx="100" cy="76" r="15" fill="#14181f"/></g>
        <g transform="translate(${around(chance, 250, 290)} 216)" fill="none" stroke="#ffe3c9" stroke-width="9" stroke-linecap="round"><circle cx="20" cy="10" r="12" fill="#ffe3c9"/><path d="M20 28v40h34l16 26M20 44h28"/><circle cx="34" cy="84" r="28" stroke="#fff" stroke-width="6"/></g>`,
  },
  soup: {
    width: 640,
    height: 460,
    draw: (chance) =>
      `<path fill="#dfe8e4" d="M0 0h640v460H0z"/><path fill="#0b6e69" d="M0 0h640v46H0z"/><path fill="#a7b8b2" d="M0 330h640v130H0z"/>
        <path d="M190 210h260l-26 130a20 20 0 0 1-20 16H236a20 20 0 0 1-20-16z" fill="#6b7280"/><ellipse cx="320" cy="210" rx="130" ry="30" fill="#d98e32"/>${times(6, () => `<circle cx="${around(chance, 230, 410)}" cy="${around(chance, 200, 222)}" r="8" fill="#5fa05a"/>`)}
        <path d="M360 205 520 90" stroke="#3d4757" stroke-width="14" stroke-linecap="round"/><path d="M640 40 520 70c-30 8-36 40-6 52 20 8 30-6 40-14l86 10z" fill="#f2c9a0"/><path d="m548 84 20 12" stroke="#b4271f" stroke-width="7" stroke-linecap="round"/>
        ${times(3, (at) => `<path d="M${250 + at * 60} 150c-20-30 20-40 0-74" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round"/>`)}`,
  },
  glasses: {
    width: 640,
    height: 460,
    draw: (chance) =>
      `<path fill="#e7dcc8" d="M0 0h640v460H0z"/><path fill="#8b5f42" d="M0 380h640v80H0z"/><path d="M110 200h420v180a24 24 0 0 1-24 24H134a24 24 0 0 1-24-24z" fill="#2b4c7e"/><path d="M110 200h420l-30-62H140z" fill="#1c355a"/><path d="M250 138c0-60 140-60 140 0" fill="none" stroke="#14181f" stroke-width="14"/>
        <g transform="rotate(${around(chance, -8, 8)} 320 250)" fill="#eaf1ff" fill-opacity=".9" stroke="#14181f" stroke-width="9"><circle cx="262" cy="252" r="44"/><circle cx="378" cy="252" r="44"/><path d="M306 246c8-10 20-10 28 0M218 244l-46-22M422 244l46-22" fill="none"/></g>
        <path d="m444 222 26 16-8 14-26-16z" fill="#f6f0e0"/>${times(3, (at) => `<path d="M${180 + at * 20} 380v-70" stroke="#d8b07a" stroke-width="12" stroke-linecap="round"/>`)}`,
  },
  keys: {
    width: 480,
    height: 560,
    draw: (chance) => {
      const worn = around(chance, 1, 3)
      return `<path fill="#b9c7b0" d="M0 0h480v560H0z"/><path fill="#8ea486" d="M0 0h480v150H0z"/><path d="M0 150h480" stroke="#6f8667" stroke-width="12"/>${times(
        4,
        (at) => {
          const [x, ink] = [86 + at * 102, at === worn ? '#c9962a' : '#3d4757']
          return `<circle cx="${x}" cy="152" r="9" fill="#4a3b22"/><circle cx="${x}" cy="214" r="34" fill="none" stroke="${ink}" stroke-width="14"/><path d="M${x} 248v${around(chance, 130, 170)}m0-34h30m-30-38h22" stroke="${ink}" stroke-width="14" fill="none"/>`
        },
      )}<rect x="150" y="470" width="180" height="52" rx="8" fill="#fff"/><path d="M176 496h128" stroke="#9aa1ad" stroke-width="7" stroke-linecap="round"/>`
    },
  },
  bird: {
    width: 560,
    height: 500,
    draw: (chance) => {
      const [body, wing] = chance.pick([
        ['#8a6f52', '#5e4632'],
        ['#7d8b72', '#4d5a45'],
        ['#d9a066', '#14181f'],
      ])
      return `<path fill="#e3f0f8" d="M0 0h560v500H0z"/><path d="M0 380c150-30 380-10 560-60" fill="none" stroke="#5e4632" stroke-width="20"/>${times(5, (at) => `<path d="M${60 + at * 110} ${370 - at * 8}c20-60 60-60 70-40-10 40-40 50-70 40z" fill="#5fa05a"/>`)}
        <path d="M150 330c-10-120 80-190 190-170 70 12 96 60 90 100-10 70-90 110-190 100z" fill="${body}"/><path d="M190 330 70 400l60-120z" fill="${wing}"/><path d="M210 300c10-70 80-100 150-70-30 60-80 90-150 70z" fill="${wing}"/>
        <circle cx="392" cy="206" r="52" fill="${body}"/><path d="M352 172c30-40 80-30 92 4z" fill="#fff"/><path d="m438 206 54 14-50 16z" fill="#ffb020"/><circle cx="404" cy="204" r="9" fill="#14181f"/><path d="M270 358v30m50-34v28" stroke="#14181f" stroke-width="7"/>`
    },
  },
} satisfies Record<string, Scene>
