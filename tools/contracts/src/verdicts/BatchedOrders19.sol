// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

interface ISold19 {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
}

interface ISigner19 {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}

/// Orders of accounts and of contracts (ERC-1271), filled by a batch of calls, or by one fixed exchange.
abstract contract BatchedOrders {
    struct Order {
        address maker;
        ISold19 sells;
        uint256 amount;
        uint256 nonce;
    }
    struct Step {
        address target;
        bytes data;
    }

    mapping(address => mapping(uint256 => bool)) public used;

    function settle(Order calldata order, bytes calldata signature, Step[] calldata steps) external {
        bytes32 hash = keccak256(abi.encode(block.chainid, address(this), order));
        require(!used[order.maker][order.nonce], "used");
        used[order.maker][order.nonce] = true;
        if (order.maker.code.length != 0)
            require(ISigner19(order.maker).isValidSignature(hash, signature) == 0x1626ba7e, "contract");
        else {
            require(signature.length == 65, "length");
            address signer = ecrecover(
                hash,
                uint8(signature[64]),
                bytes32(signature[0:32]),
                bytes32(signature[32:64])
            );
            require(signer == order.maker && signer != address(0), "signer");
        }
        require(order.sells.transferFrom(order.maker, address(this), order.amount), "pull");
        work(order, steps);
    }

    function work(Order calldata order, Step[] calldata steps) internal virtual;
}

contract OpenBatches is BatchedOrders {
    function work(Order calldata, Step[] calldata steps) internal override {
        for (uint256 at = 0; at < steps.length; at++) {
            (bool ok, ) = steps[at].target.call(steps[at].data);
            require(ok, "step");
        }
    }
}

contract FixedBatches is BatchedOrders {
    address private constant EXCHANGE = 0x5050505050505050505050505050505050505050;

    function work(Order calldata order, Step[] calldata) internal override {
        require(order.sells.transfer(EXCHANGE, order.amount), "exchange");
    }
}
