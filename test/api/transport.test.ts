import { labTransport } from '#test/api/lab.ts';
import { transportCases } from '#test/api/transport-cases.ts';

transportCases(labTransport);
