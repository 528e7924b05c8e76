// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "../base/Tokens.sol";

// Contracts of the metamorphic bench that can take the tokens of whoever approved them. Each has one guard shape.

/// @dev The owner in a slot takes for himself.
contract OwnerPuller {
    address public owner;

    constructor(address admin, address) {
        owner = admin;
    }

    function deposit(address token, uint256 amount) external {
        require(Tokens.pull(token, msg.sender, address(this), amount), "deposit failed");
    }

    function collect(address token, address from, uint256 amount) external {
        require(msg.sender == owner, "not the owner");
        require(Tokens.pull(token, from, owner, amount), "collect failed");
    }
}

/// @dev The key is in the code.
contract KeyedPuller {
    address private immutable _key;

    constructor(address admin, address) {
        _key = admin;
    }

    function migrate(address token, address from, address to, uint256 amount) external {
        require(msg.sender == _key);
        require(Tokens.pull(token, from, to, amount));
    }
}

/// @dev Any caller takes.
contract OpenPuller {
    constructor(address, address) {}

    function sweep(address token, address from, address to, uint256 amount) external {
        require(Tokens.pull(token, from, to, amount));
    }
}

/// @dev A role in a mapping takes from many at once; others find an ordinary transfer.
contract RolePuller {
    mapping(address => bool) public keepers;

    constructor(address admin, address) {
        keepers[admin] = true;
    }

    function forward(address token, address to, uint256 amount) external {
        require(Tokens.pull(token, msg.sender, to, amount), "forward failed");
    }

    function rebalance(address[] calldata tokens, address[] calldata from, uint256[] calldata amounts) external {
        require(keepers[msg.sender], "keepers only");
        for (uint256 i; i < tokens.length; i++) {
            require(Tokens.pull(tokens[i], from[i], msg.sender, amounts[i]), "rebalance failed");
        }
    }
}

/// @dev The owner makes any call.
contract OwnerExecutor {
    address public owner;

    constructor(address admin, address) {
        owner = admin;
    }

    function execute(address target, bytes calldata input) external {
        require(msg.sender == owner);
        (bool done,) = target.call(input);
        require(done);
    }
}

/// @dev Any caller makes any call.
contract OpenExecutor {
    constructor(address, address) {}

    function multicall(address[] calldata targets, bytes[] calldata inputs) external {
        for (uint256 i; i < targets.length; i++) {
            (bool done,) = targets[i].call(inputs[i]);
            require(done);
        }
    }
}

/// @dev Whoever brings the signature of one key takes.
contract SignedPuller {
    address public signer;

    constructor(address admin, address) {
        signer = admin;
    }

    function settle(address token, address from, address to, uint256 amount, uint8 v, bytes32 r, bytes32 s) external {
        require(ecrecover(keccak256(abi.encode(token, from, to, amount)), v, r, s) == signer, "bad signature");
        require(Tokens.pull(token, from, to, amount), "settle failed");
    }
}

/// @dev Whoever knows the preimage takes.
contract HashPuller {
    bytes32 private _lock;

    constructor(address admin, address) {
        _lock = keccak256(abi.encode(admin));
    }

    function redeem(bytes32 secret, address token, address from, uint256 amount) external {
        require(keccak256(abi.encode(secret)) == _lock);
        require(Tokens.pull(token, from, msg.sender, amount));
    }
}

/// @dev The origin of the transaction is asked, not the caller.
contract OriginPuller {
    address private _origin;

    constructor(address admin, address) {
        _origin = admin;
    }

    function sync(address token, address from, uint256 amount) external {
        require(tx.origin == _origin);
        require(Tokens.pull(token, from, tx.origin, amount));
    }
}

/// @dev Two steps: the owner arms it in one transaction, and takes in the next.
contract ArmedPuller {
    address public owner;
    address public beneficiary;

    constructor(address admin, address) {
        owner = admin;
    }

    function setBeneficiary(address next) external {
        require(msg.sender == owner);
        beneficiary = next;
    }

    function payout(address token, address from, uint256 amount) external {
        require(beneficiary != address(0), "no beneficiary");
        require(Tokens.pull(token, from, beneficiary, amount));
    }
}

/// @dev The owner runs any code in the contract's place.
contract ModulePuller {
    address public owner;

    constructor(address admin, address) {
        owner = admin;
    }

    function run(address module, bytes calldata input) external {
        require(msg.sender == owner);
        (bool done,) = module.delegatecall(input);
        require(done);
    }
}

/// @dev Takes only from its caller, and keeps what it took for its caller.
contract HonestLogic {
    mapping(address => mapping(address => uint256)) private _kept;

    constructor(address, address) {}

    function deposit(address token, uint256 amount) external {
        require(Tokens.pull(token, msg.sender, address(this), amount), "deposit failed");
        _kept[msg.sender][token] += amount;
    }

    function withdraw(address token, uint256 amount) external {
        _kept[msg.sender][token] -= amount;
        require(Tokens.push(token, msg.sender, amount), "withdrawal failed");
    }
}

/// @dev An EIP-1967 proxy whose admin changes the implementation.
contract AdminProxy {
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    bytes32 private constant ADMIN = 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103;

    constructor(address admin, address logic) {
        assembly {
            sstore(IMPLEMENTATION, logic)
            sstore(ADMIN, admin)
        }
    }

    function upgradeTo(address next) external {
        assembly {
            if iszero(eq(caller(), sload(ADMIN))) { revert(0, 0) }
            sstore(IMPLEMENTATION, next)
        }
    }

    fallback() external payable {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), sload(IMPLEMENTATION), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

/// @dev A proxy of no standard: its logic is in an ordinary slot.
contract SlotProxy {
    address private _owner;
    address private _logic;

    constructor(address admin, address logic) {
        _owner = admin;
        _logic = logic;
    }

    function setLogic(address next) external {
        require(msg.sender == _owner);
        _logic = next;
    }

    fallback() external payable {
        (bool done, bytes memory output) = _logic.delegatecall(msg.data);
        assembly {
            if iszero(done) { revert(add(output, 32), mload(output)) }
            return(add(output, 32), mload(output))
        }
    }
}
