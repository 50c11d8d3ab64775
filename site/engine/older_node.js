// older_node.js: what pages have and Node has only from 19 on. What runs under Node imports it first.
import {webcrypto} from 'node:crypto';

globalThis.crypto ??= webcrypto;
