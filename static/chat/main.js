// Puts the parts of the chat together.
import { Composer } from "./composer.js";
import { Conversation } from "./conversation.js";
import { Drawer } from "./drawer.js";
import { page } from "./page.js";
import { carried } from "./routes.js";
import { watchSharing } from "./share.js";
import { Socket } from "./socket.js";
import { socketAddress, wire } from "./wiring.js";

const socket = new Socket(socketAddress());
const conversation = new Conversation(socket, new Composer(), new Drawer(page.conversation));

wire(socket, conversation);
watchSharing(() => conversation.id);
conversation.load(page.messages);
const question = page.messages.length ? null : carried();
if (question) conversation.ask(question);
// Where there is a keyboard, a first question can be typed at once.
if (!page.messages.length && matchMedia("(pointer: fine)").matches) conversation.composer.focus();
