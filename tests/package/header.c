/*
 * What hangs on an emulated Raspberry Pi's header: SPI, I2C and GPIO go byte by byte to a socket, where twins answer.
 *
 * Loaded into Debian's qemu by ld.so --preload. Two devices share one character device:
 *   -chardev socket,id=twins,path=... -device header-spi,bus=spi,chardev=twins -device header-i2c,bus=i2c-bus.1,address=0x3c
 * Each message is a kind and a value, two bytes; each but a pin's change is answered by one byte:
 *   's' byte: exchanged over SPI, answered by MISO
 *   'i' address, doubled, plus 1 for reading: I2C start, answered by 0 for an acknowledge
 *   'w' byte: written over I2C, answered alike     'r' 0: read over I2C     'e' 0: I2C stop
 *   'p' GPIO, doubled, plus its new level: also the chip selects, which the kernel drives as pins
 */
#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/error-report.h"
#include "chardev/char-fe.h"
#include "hw/i2c/i2c.h"
#include "hw/irq.h"
#include "hw/qdev-properties-system.h"
#include "hw/ssi/ssi.h"

#define PINS 54

static CharBackend *twins;

static void tell(uint8_t kind, uint8_t value)
{
    uint8_t message[] = { kind, value };

    qemu_chr_fe_write_all(twins, message, sizeof(message));
}

static uint8_t ask(uint8_t kind, uint8_t value)
{
    uint8_t answer = 0;

    tell(kind, value);
    if (qemu_chr_fe_read_all(twins, &answer, 1) != 1) {
        error_report("header: the twins are gone");
        exit(1);
    }
    return answer;
}

typedef struct HeaderSpi {
    SSIPeripheral parent;
    CharBackend chr;
} HeaderSpi;

static uint32_t header_spi_transfer(SSIPeripheral *dev, uint32_t value)
{
    return ask('s', value);
}

static void header_pin_changed(void *opaque, int pin, int level)
{
    tell('p', pin << 1 | !!level);
}

static void header_spi_realize(SSIPeripheral *dev, Error **errp)
{
    Object *pins = object_resolve_path_type("", "bcm2835_gpio", NULL);
    int pin;

    twins = &((HeaderSpi *)dev)->chr;
    qdev_init_gpio_in_named(DEVICE(dev), header_pin_changed, "pins", PINS);
    for (pin = 0; pins && pin < PINS; pin++) {
        qdev_connect_gpio_out(DEVICE(pins), pin, qdev_get_gpio_in_named(DEVICE(dev), "pins", pin));
    }
}

static const Property header_spi_properties[] = { DEFINE_PROP_CHR("chardev", HeaderSpi, chr) };

static void header_spi_class_init(ObjectClass *klass, void *data)
{
    SSIPeripheralClass *spi = SSI_PERIPHERAL_CLASS(klass);

    spi->realize = header_spi_realize;
    spi->transfer = header_spi_transfer;
    spi->cs_polarity = SSI_CS_NONE;
    device_class_set_props(DEVICE_CLASS(klass), header_spi_properties);
}

static int header_i2c_event(I2CSlave *dev, enum i2c_event event)
{
    switch (event) {
    case I2C_START_SEND:
        return ask('i', dev->address << 1);
    case I2C_START_RECV:
        return ask('i', dev->address << 1 | 1);
    case I2C_FINISH:
        ask('e', 0);
        return 0;
    default:
        return 0;
    }
}

static int header_i2c_send(I2CSlave *dev, uint8_t value)
{
    return ask('w', value);
}

static uint8_t header_i2c_recv(I2CSlave *dev)
{
    return ask('r', 0);
}

static void header_i2c_class_init(ObjectClass *klass, void *data)
{
    I2CSlaveClass *i2c = I2C_SLAVE_CLASS(klass);

    i2c->event = header_i2c_event;
    i2c->send = header_i2c_send;
    i2c->recv = header_i2c_recv;
}

static const TypeInfo header_spi = {
    .name = "header-spi",
    .parent = TYPE_SSI_PERIPHERAL,
    .instance_size = sizeof(HeaderSpi),
    .class_init = header_spi_class_init,
};

static const TypeInfo header_i2c = {
    .name = "header-i2c",
    .parent = TYPE_I2C_SLAVE,
    .instance_size = sizeof(I2CSlave),
    .class_init = header_i2c_class_init,
};

static void header_register(void)
{
    type_register_static(&header_spi);
    type_register_static(&header_i2c);
}

type_init(header_register)
