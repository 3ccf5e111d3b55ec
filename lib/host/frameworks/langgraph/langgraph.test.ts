import { adapterContract } from "../../../testing/adapter-contract";
import { langgraphDriver } from "../../../testing/frameworks/langgraph";

adapterContract(langgraphDriver);
