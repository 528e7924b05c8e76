// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

interface IModuleSafe {
    function execTransactionFromModule(address to, uint256 value, bytes calldata data, uint8 operation) external returns (bool);
    function isOwner(address account) external view returns (bool);
}

interface IModuleToken {
    function transfer(address to, uint256 amount) external returns (bool);
}

/// Modules of a Safe in pairs: the first obeys more accounts than the Safe, its twin the Safe alone.
abstract contract Spending {
    struct Allowance {
        uint96 left;
        uint64 nonce;
    }
    mapping(address => mapping(address => bool)) public isDelegate;
    mapping(address => mapping(address => mapping(address => Allowance))) public allowances;

    function mayWrite(address safe) internal view virtual returns (bool);

    function addDelegate(address safe, address delegate) external {
        require(mayWrite(safe));
        isDelegate[safe][delegate] = true;
    }

    function setAllowance(address safe, address delegate, address token, uint96 amount) external {
        require(mayWrite(safe) && isDelegate[safe][delegate]);
        allowances[safe][delegate][token].left = amount;
    }

    function spend(IModuleSafe safe, address token, address to, uint96 amount) external {
        Allowance storage allowed = allowances[address(safe)][msg.sender][token];
        require(amount > 0 && allowed.left >= amount);
        allowed.left -= amount;
        allowed.nonce++;
        bytes memory data = abi.encodeCall(IModuleToken.transfer, (to, amount));
        require(safe.execTransactionFromModule(token, 0, data, 0));
    }
}

contract MakersSpending is Spending {
    address immutable maker = msg.sender;

    function mayWrite(address safe) internal view override returns (bool) {
        return msg.sender == safe || msg.sender == maker;
    }
}

contract OwnSpending is Spending {
    function mayWrite(address safe) internal view override returns (bool) {
        return msg.sender == safe;
    }
}

/// Any account names itself; the twin asks the Safe for it.
contract SelfNamed {
    mapping(address => mapping(address => uint256)) public since;

    function join(address safe) external {
        require(since[safe][msg.sender] == 0);
        since[safe][msg.sender] = block.timestamp;
    }

    function act(IModuleSafe safe, address to, bytes calldata data) external {
        uint256 joined = since[address(safe)][msg.sender];
        require(joined != 0 && block.timestamp >= joined + 7 days);
        require(safe.execTransactionFromModule(to, 0, data, 0));
    }
}

contract SafeNamed {
    mapping(address => mapping(address => uint256)) public since;

    function join(address account) external {
        since[msg.sender][account] = block.timestamp;
    }

    function act(IModuleSafe safe, address to, bytes calldata data) external {
        uint256 joined = since[address(safe)][msg.sender];
        require(joined != 0 && block.timestamp >= joined + 7 days);
        require(safe.execTransactionFromModule(to, 0, data, 0));
    }
}

/// A recovery that the author makes where no guardian was named; the twin needs one.
contract AuthorsRecovery {
    address author;
    mapping(address => address) public guardianOf;

    constructor() {
        author = msg.sender;
    }

    function setGuardian(address guardian) external {
        guardianOf[msg.sender] = guardian;
    }

    function recover(IModuleSafe safe, address to, bytes calldata data) external {
        address guardian = guardianOf[address(safe)];
        require(msg.sender == (guardian == address(0) ? author : guardian));
        require(safe.execTransactionFromModule(to, 0, data, 0));
    }
}

contract GuardiansRecovery {
    struct Announced {
        bytes32 what;
        uint256 at;
    }
    mapping(address => address) public guardianOf;
    mapping(address => Announced) public announced;

    function setGuardian(address guardian) external {
        guardianOf[msg.sender] = guardian;
    }

    function announce(address safe, address to, bytes calldata data) external {
        require(msg.sender == guardianOf[safe]);
        announced[safe] = Announced(keccak256(abi.encode(to, data)), block.timestamp + 7 days);
    }

    function recover(IModuleSafe safe, address to, bytes calldata data) external {
        Announced memory next = announced[address(safe)];
        require(next.at != 0 && block.timestamp >= next.at && next.what == keccak256(abi.encode(to, data)));
        delete announced[address(safe)];
        require(safe.execTransactionFromModule(to, 0, data, 0));
    }
}

/// Pays out for each owner of a Safe: the first forgets to ask.
contract OpenPayroll {
    function pay(IModuleSafe safe, address token, address to, uint256 amount) external {
        require(safe.execTransactionFromModule(token, 0, abi.encodeCall(IModuleToken.transfer, (to, amount)), 0));
    }
}

contract OwnersPayroll {
    mapping(address => mapping(address => uint256)) public spent;

    function pay(IModuleSafe safe, address token, address to, uint256 amount) external {
        require(safe.isOwner(msg.sender));
        spent[address(safe)][msg.sender] += amount;
        require(safe.execTransactionFromModule(token, 0, abi.encodeCall(IModuleToken.transfer, (to, amount)), 0));
    }
}
