// A program for a utility process: ends with the code that it is given, or says what it has and stays.
const [how] = process.argv.slice(2);
if (how !== 'stay') process.exit(Number(how));
process.parentPort.postMessage({ send: typeof process.send, port: typeof process.parentPort });
