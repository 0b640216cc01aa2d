-- Sends requests that were written beforehand, one after the other and again from the first. Its arguments: the file,
-- each request behind a line with its length in bytes; whether answers are judged by their body; and after how many
-- answers, if there are that many, to say so and, some later, to say that nothing is under way any more.
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

local requests, at, judges, amount, later = {}, 0, false, 0, 0
answers, failures = 0, 0

function init(args)
  judges, amount, later = args[2] == 'judge', tonumber(args[3]), tonumber(args[4])
  local file = assert(io.open(args[1], 'rb'))
  for line in file:lines() do
    table.insert(requests, file:read(tonumber(line)))
  end
  file:close()
end

function request()
  at = at % #requests + 1
  return requests[at]
end

local function say(line)
  io.write(line, '\n')
  io.flush()
end

function response(status, _, body)
  answers = answers + 1
  local isGood = status >= 200 and status < 300 and (not judges or body:sub(1, 10) == '{"code":1,')
  if not isGood then failures = failures + 1 end
  if answers == amount then say('answered') end
  if answers == amount + later then say('over') end
end

function done(summary, latency)
  local all, failed = 0, 0
  for _, thread in ipairs(threads) do
    all = all + thread:get('answers')
    failed = failed + thread:get('failures')
  end
  local broken = summary.errors
  failed = failed + broken.connect + broken.read + broken.write + broken.timeout
  say(string.format('{"answers":%d,"microseconds":%d,"failures":%d,"p50":%d,"p99":%d}',
    all, summary.duration, failed, latency:percentile(50), latency:percentile(99)))
end
