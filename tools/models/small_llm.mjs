// A small language model behind OpenAI's Chat Completions, for tests: node small_llm.mjs MODEL.gguf
// It prints its address and answers one request at a time, by the schema that it is given.
import http from "node:http";
import { getLlama, LlamaChatSession } from "node-llama-cpp";

const llama = await getLlama({ gpu: false, build: "never", progressLogs: false, logLevel: "error" });
const model = await llama.loadModel({ modelPath: process.argv[2] });
const context = await model.createContext({ contextSize: 4096, threads: 1 });
const sequence = context.getSequence();
let last = Promise.resolve();

async function complete(body) {
  const [system, user] = body.messages.map((message) => message.content);
  const schema = body.response_format?.json_schema?.schema;
  const grammar = schema && (await llama.createGrammarForJsonSchema(schema));
  await sequence.clearHistory();
  const session = new LlamaChatSession({ contextSequence: sequence, systemPrompt: system });
  const before = sequence.tokenMeter.getState();
  const { responseText, stopReason } = await session.promptWithMeta(user, {
    grammar,
    maxTokens: body.max_tokens ?? 512,
    temperature: body.temperature ?? 0,
    repeatPenalty: { penalty: 1.1 },
  });
  const used = sequence.tokenMeter.diff(before);
  session.dispose({ disposeSequence: false });
  return {
    object: "chat.completion",
    model: body.model,
    choices: [{
      index: 0,
      message: { role: "assistant", content: responseText },
      finish_reason: stopReason === "maxTokens" ? "length" : "stop",
    }],
    usage: {
      prompt_tokens: used.usedInputTokens,
      completion_tokens: used.usedOutputTokens,
      total_tokens: used.usedInputTokens + used.usedOutputTokens,
    },
  };
}

const server = http.createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    last = last.then(async () => {
      let status = 200;
      let answer;
      try {
        answer = await complete(JSON.parse(Buffer.concat(parts).toString()));
      } catch (error) {
        status = 500;
        answer = { error: { message: String(error) } };
      }
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    });
  });
});
server.requestTimeout = 0;
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
// It ends with whoever started it.
process.stdin.on("end", () => process.exit(0)).resume();
