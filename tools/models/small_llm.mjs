// A small language model behind OpenAI's Chat Completions, for tests and trials: node small_llm.mjs MODEL.gguf [PORT]
// It prints its address and answers one request at a time. A schema in `response_format` is honoured as llama.cpp's and
// vLLM's servers do: as a grammar that the model cannot leave.
import http from "node:http";
import { getLlama, LlamaChat, LlamaGrammar } from "node-llama-cpp";
import { grammarOf } from "./grammar.mjs";

const [modelPath, port = "0"] = process.argv.slice(2);
const llama = await getLlama({ gpu: false, build: "never", progressLogs: false, logLevel: "error" });
const model = await llama.loadModel({ modelPath });
// One thread: several wait for each other by spinning, which takes ten times as long where others want the cores too.
const context = await model.createContext({ contextSize: 4096, threads: 1 });
// The sequence keeps what it has read: instructions that are the same as before are not read again.
const chat = new LlamaChat({ contextSequence: context.getSequence() });
const grammars = new Map();
let last = Promise.resolve();

function grammarFor(schema) {
  const text = grammarOf(schema);
  if (!grammars.has(text)) {
    if (grammars.size > 50) grammars.clear();
    grammars.set(text, new LlamaGrammar(llama, { grammar: text }));
  }
  return grammars.get(text);
}

async function complete(body) {
  const said = Object.fromEntries(body.messages.map((message) => [message.role, message.content]));
  const history = [
    { type: "system", text: said.system ?? "" },
    { type: "user", text: said.user ?? "" },
    { type: "model", response: [] },
  ];
  const schema = body.response_format?.json_schema?.schema;
  const shown = chat.chatWrapper.generateContextState({ chatHistory: history }).contextText;
  const { response, metadata } = await chat.generateResponse(history, {
    grammar: schema && grammarFor(schema),
    maxTokens: body.max_tokens ?? 512,
    temperature: body.temperature ?? 0,
    repeatPenalty: { penalty: 1.1 },
  });
  const [input, output] = [shown.tokenize(model.tokenizer).length, model.tokenize(response).length];
  return {
    object: "chat.completion",
    model: body.model,
    choices: [{
      index: 0,
      message: { role: "assistant", content: response },
      finish_reason: metadata.stopReason === "maxTokens" ? "length" : "stop",
    }],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}

const server = http.createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    last = last.then(async () => {
      let [status, answer] = [200, null];
      try {
        answer = await complete(JSON.parse(Buffer.concat(parts).toString()));
      } catch (error) {
        [status, answer] = [500, { error: { message: String(error) } }];
      }
      if (process.env.SMALL_LLM_LOG) console.error(answer.choices?.[0].message.content ?? JSON.stringify(answer));
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    });
  });
});
server.requestTimeout = 0;
server.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
// It ends with whoever started it.
process.stdin.on("end", () => process.exit(0)).resume();
