package io.medevac.detector.adapter.kmsg;

class FakeKernelBufferTest extends KernelBufferContract {
    private final FakeKernelBuffer buffer = new FakeKernelBuffer("boot");

    FakeKernelBufferTest() {
        for (int i = 0; i < 30; i++) {
            buffer.say(6, "line " + i);
        }
    }

    @Override
    protected KernelBuffer buffer() {
        return buffer;
    }
}
